import { session } from '#lib/portal.ts';

/**
 * What was typed into forms when the session ended under them (decisions 14), by the form's key. In memory only, for the
 * same user: gone with a log-out, another user or the tab.
 */
const kept = new Map<string, unknown>();
let owner: string | null = null;

session.subscribe(() => {
  const { user, lastEnd } = session.state();
  const isOver = lastEnd?.reason === 'signedOut' || (user !== null && user.id !== owner);
  if (isOver && kept.size > 0) kept.clear();
});

/** Watches a form; `read` gives its values while there is something unsaved, else null. Returns the way to stop. */
export function keepWhenSessionEnds(key: string, read: () => unknown): () => void {
  let userId = session.state().user?.id ?? null;
  return session.subscribe(() => {
    const { isAuthenticated, user, lastEnd } = session.state();
    if (isAuthenticated) {
      userId = user?.id ?? null;
      return;
    }
    if (userId === null || lastEnd === null || lastEnd.reason === 'signedOut') return;
    const values = read();
    if (values === null) return;
    owner = userId;
    kept.set(key, values);
  });
}

/** What was kept for a form; undefined when there is nothing. */
export function keptValues(key: string): unknown {
  return kept.get(key);
}

/** The form has its values back. */
export function forgetKept(key: string): void {
  kept.delete(key);
}
