import { userGet, type User } from '@portal/contract/users';
import type { ResultOf } from '@portal/contract/endpoint';
import { useEndpointQuery, type EndpointQueryOptions } from '#lib/query/endpoint-query.ts';

/** Query for the full record of a user, which only Admins get. */
export function useUser(id: string, options: EndpointQueryOptions<typeof userGet, User> = {}) {
  return useEndpointQuery(userGet, { params: { id } }, { ...options, select: fullRecord });
}

function fullRecord(user: ResultOf<typeof userGet>): User {
  if (!('email' in user)) throw new Error('Expected the full user record');
  return user;
}
