import { hashKey, QueryClient } from '@tanstack/react-query';
import { session } from '#lib/portal.ts';

/** How long data is fresh, in milliseconds: long enough for going back, short enough to see colleagues’ changes. */
const STALE_MS = 10_000;

/**
 * Creates the portal’s query client. It does not retry: the typed client retries reads once. It does not refetch on
 * focus, which would audit unrequested reads, extend the session and disturb forms. It also sends requests when the
 * browser is offline, because the local network may still work.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: STALE_MS, refetchOnWindowFocus: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/**
 * For the query of a record that is being edited: always loads it, and never replaces it while the form is open.
 * Saving invalidates its area; loading the record again on the way out would audit an unrequested access.
 */
export const FORM_QUERY = {
  // Cache it separately from other pages, whose data may be minutes old: saving with an old version would be
  // rejected.
  queryKeyHashFn: (key: readonly unknown[]) => `form ${hashKey(key)}`,
  enabled: ({ state }: { readonly state: { readonly data: unknown } }) => state.data === undefined,
  staleTime: 0,
  gcTime: 0,
  refetchOnReconnect: false,
  refetchOnMount: 'always',
} as const;

/** Clears the cache when another user signs in or the user signs out. Returns a function that stops this. */
export function forgetOnUserChange(client: QueryClient): () => void {
  let userId = session.state().user?.id;
  return session.subscribe(() => {
    const now = session.state().user?.id;
    if (now === userId) return;
    userId = now;
    client.clear();
  });
}
