import type { CallInput, Endpoint, ResultOf } from '@portal/contract/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import { useLocation } from 'react-router';
import { endpointKey, useEndpointQuery, type EndpointQueryOptions } from './endpoint-query.ts';
import { useSession } from '#lib/session/use-session.ts';

/** The page that is shown, and when it was opened, in milliseconds since 1970. */
let visit: { readonly key: string; readonly permissions: readonly string[]; readonly openedAt: number } = {
  key: '',
  permissions: [],
  openedAt: Infinity,
};

/** Notes when a page opens or the user's permissions change. Used around all pages. */
export function useVisits(): void {
  const { key } = useLocation();
  const { permissions } = useSession();
  // A layout effect, which comes before the page asks for its data.
  useLayoutEffect(() => {
    visit = { key, permissions, openedAt: Date.now() };
  }, [key, permissions]);
}

/** Options of data that each visit of a page reads once, no matter how many parts of the page ask for it. */
export const ONCE_A_VISIT = {
  staleTime: ({ state }: { readonly state: { readonly dataUpdatedAt: number } }) =>
    state.dataUpdatedAt >= visit.openedAt ? Infinity : 0,
};

/**
 * Asks for what a part of the page will show, together with the page's record. The part has the same options, so that it does not ask again.
 */
export function useAhead<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: EndpointQueryOptions<E, ResultOf<E>>,
): void {
  useEndpointQuery(endpoint, input, { ...options, notifyOnChangeProps: [] });
}

type RowOf<E extends Endpoint> = ResultOf<E> extends { readonly data: readonly (infer Row)[] } ? Row : never;

/**
 * The row of a record in the newest list of this tab that has it, to be shown until the record has loaded. Undefined if there is none.
 */
export function useListedRow<E extends Endpoint>(list: E, id: string): RowOf<E> | undefined {
  const rows = useQueryClient()
    .getQueryCache()
    .findAll({ queryKey: endpointKey(list) })
    .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
    .flatMap(({ state }) => rowsOf(state.data));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the cache has the responses of this endpoint under its key
  return rows.find((row) => row.id === id) as RowOf<E> | undefined;
}

function rowsOf(answer: unknown): readonly { readonly id: unknown }[] {
  const hasRows = typeof answer === 'object' && answer !== null && 'data' in answer;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  return hasRows ? (answer.data as readonly { readonly id: unknown }[]) : [];
}
