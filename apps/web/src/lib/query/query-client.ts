import { QueryClient } from '@tanstack/react-query';
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
