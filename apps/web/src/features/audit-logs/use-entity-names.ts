import { auditResolve, MAX_RESOLVED } from '@portal/contract/audit';
import { keepPreviousData } from '@tanstack/react-query';
import { useLoggedError } from '#lib/errors/use-logged-error.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import type { EntityNames, EntityRef } from './entity-labels.ts';

/** How long names are cached, in milliseconds; they rarely change. */
const FRESH_MS = 5 * 60_000;
const NONE: EntityNames = {};

/** The names of the entities, as far as they are known. A failure is only logged. */
export function useEntityNames(entities: readonly EntityRef[]): EntityNames {
  const { data, error } = useEndpointQuery(
    auditResolve,
    { body: { entities: entities.slice(0, MAX_RESOLVED) } },
    { enabled: entities.length > 0, staleTime: FRESH_MS, placeholderData: keepPreviousData },
  );
  useLoggedError('Names in the audit log', error);
  return data ?? NONE;
}
