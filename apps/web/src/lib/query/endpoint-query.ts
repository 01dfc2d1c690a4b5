import type { CallInput, Endpoint, ResultOf } from '@portal/contract/endpoint';
import {
  keepPreviousData,
  useQuery,
  useQueryClient,
  type QueryClient,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ApiError } from '#lib/api/api-error.ts';
import { call } from '#lib/portal.ts';

/** Area, path and input, so that an area, an endpoint or a single response can be invalidated. */
export type EndpointKey = readonly [tag: string, path: string, ...input: unknown[]];

/** The key of an endpoint’s response; without input, the key of all its responses. */
export function endpointKey<E extends Endpoint>(endpoint: E, input?: CallInput<E>): EndpointKey {
  return input === undefined ? [endpoint.tag, endpoint.path] : [endpoint.tag, endpoint.path, input];
}

/** Options a caller can set. Key and function come from the endpoint. */
export type EndpointQueryOptions<E extends Endpoint, T> = Omit<
  UseQueryOptions<ResultOf<E>, ApiError, T, EndpointKey>,
  'queryKey' | 'queryFn'
> & {
  /** Caches the response separately under this name. */
  readonly copy?: string;
};

/**
 * Reads an endpoint: `useEndpointQuery(patientGet, { params: { id }, query: {} })`. The input is part of the key, so
 * each page or search is cached separately.
 */
export function useEndpointQuery<E extends Endpoint, T = ResultOf<E>>(
  endpoint: E,
  input: CallInput<E>,
  { copy, ...options }: EndpointQueryOptions<E, T> = {},
): UseQueryResult<T, ApiError> {
  const key = endpointKey(endpoint, input);
  return useQuery({
    ...options,
    queryKey: copy === undefined ? key : [...key, copy],
    queryFn: ({ signal }) => call(endpoint, { ...input, signal }),
  });
}

/** Like `useEndpointQuery`, and shows the last page or search until the next one is there. */
export const useListQuery = <E extends Endpoint, T = ResultOf<E>>(
  endpoint: E,
  input: CallInput<E>,
  options: Omit<EndpointQueryOptions<E, T>, 'placeholderData'> = {},
): UseQueryResult<T, ApiError> =>
  useEndpointQuery<E, T>(endpoint, input, { ...options, placeholderData: keepPreviousData });

/** Invalidates all queries of the areas, so that visible data is reloaded. */
export async function invalidateAreas(client: QueryClient, ...tags: readonly string[]): Promise<void> {
  await Promise.all(tags.map((tag) => client.invalidateQueries({ queryKey: [tag] })));
}

/** After a change: removes data of the areas that no screen shows, and reloads what is shown. Resolves when it is reloaded. */
export async function reloadAreas(client: QueryClient, ...tags: readonly string[]): Promise<void> {
  for (const tag of tags) client.removeQueries({ queryKey: [tag], type: 'inactive' });
  await invalidateAreas(client, ...tags);
}

/** Hook for `invalidateAreas`, e.g. `invalidateArea('Patients')` with the contract’s tags. */
export function useInvalidateArea(): (...tags: readonly string[]) => Promise<void> {
  const client = useQueryClient();
  return useCallback((...tags) => invalidateAreas(client, ...tags), [client]);
}
