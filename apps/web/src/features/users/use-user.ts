import { userGet } from '@portal/contract/users';
import type { User } from '@portal/contract/users';
import type { ResultOf } from '@portal/contract/endpoint';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import type { EndpointQueryOptions } from '#lib/query/endpoint-query.ts';

/** The whole record of a user, which Admins get. */
export function useUser(id: string, options: EndpointQueryOptions<typeof userGet, User> = {}) {
  return useEndpointQuery(userGet, { params: { id } }, { ...options, select: wholeRecord });
}

function wholeRecord(found: ResultOf<typeof userGet>): User {
  if (!('email' in found)) throw new Error('only a part of the user was given');
  return found;
}
