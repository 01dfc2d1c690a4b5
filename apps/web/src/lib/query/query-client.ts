import { hashKey, QueryClient } from '@tanstack/react-query';
import { session } from '#lib/portal.ts';

/** How long an answer counts as fresh, in milliseconds: long enough for going back, short enough for colleagues' changes. */
const STALE_MS = 10_000;

/**
 * The portal's query client. No retries here: the typed client repeats reads once, and a refusal stays one.
 * No refetch on focus: it would audit reads nobody asked for, extend the session and disturb forms. The network is always
 * tried, because a practice's own network may work while the internet does not.
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
 * For the query of a record that is being edited: always read anew, never replaced while the form is open. The form's own
 * save outdates its area; reading the record once more on the way out would audit an access nobody asked for.
 */
export const FORM_QUERY = {
  // Kept apart from what the pages before showed, which may be minutes old: its version would be refused at the end of all typing.
  queryKeyHashFn: (key: readonly unknown[]) => `form ${hashKey(key)}`,
  enabled: ({ state }: { readonly state: { readonly data: unknown } }) => state.data === undefined,
  staleTime: 0,
  gcTime: 0,
  refetchOnReconnect: false,
  refetchOnMount: 'always',
} as const;

/** Forgets every answer as soon as another user, or nobody, is signed in. Returns the way to stop. */
export function forgetOnUserChange(client: QueryClient): () => void {
  let userId = session.state().user?.id;
  return session.subscribe(() => {
    const now = session.state().user?.id;
    if (now === userId) return;
    userId = now;
    client.clear();
  });
}
