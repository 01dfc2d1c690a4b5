import type { CallInput, Endpoint, ResultOf } from '@portal/contract/endpoint';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient, UseQueryOptions, UseQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ApiError } from '#lib/api/api-error.ts';
import { call } from '#lib/portal.ts';

/** Area, path and input: enough to forget an area, an endpoint or one answer of it. */
export type EndpointKey = readonly [tag: string, path: string, ...input: unknown[]];

/** The key of an endpoint's answers; without input, of all of them. */
export function endpointKey<E extends Endpoint>(endpoint: E, input?: CallInput<E>): EndpointKey {
  return input === undefined ? [endpoint.tag, endpoint.path] : [endpoint.tag, endpoint.path, input];
}

/** Query options of an endpoint, for `useQuery`, `useQueries`, `ensureQueryData` and the like. */
export function endpointQuery<E extends Endpoint>(endpoint: E, input: CallInput<E>) {
  return queryOptions<ResultOf<E>, ApiError, ResultOf<E>, EndpointKey>({
    queryKey: endpointKey(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, { ...input, signal }),
  });
}

/** What a caller may set of a query; key and function come from the endpoint. */
export type EndpointQueryOptions<E extends Endpoint, T> = Omit<
  UseQueryOptions<ResultOf<E>, ApiError, T, EndpointKey>,
  'queryKey' | 'queryFn'
>;

/**
 * Reads an endpoint of the contract: `useEndpointQuery(patientGet, { params: { id }, query: {} })`. The input is part of the
 * key, so a new page or search is a new answer.
 */
export function useEndpointQuery<E extends Endpoint, T = ResultOf<E>>(
  endpoint: E,
  input: CallInput<E>,
  options: EndpointQueryOptions<E, T> = {},
): UseQueryResult<T, ApiError> {
  return useQuery({
    ...options,
    queryKey: endpointKey(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, { ...input, signal }),
  });
}

/** Marks every answer of the areas as out of date, so that what is on screen is read again. */
export async function invalidateAreas(client: QueryClient, ...tags: readonly string[]): Promise<void> {
  await Promise.all(tags.map((tag) => client.invalidateQueries({ queryKey: [tag] })));
}

/** `invalidateArea('Patients')`: the same for one or more areas by the contract's tag. */
export function useInvalidateArea(): (...tags: readonly string[]) => Promise<void> {
  const client = useQueryClient();
  return useCallback((...tags) => invalidateAreas(client, ...tags), [client]);
}
