/** The page to return to after sign-in, stored in the history entry of /login. */
export interface ReturnPath {
  readonly path: string;
  /** Only this user returns there; null if nobody was signed in, so that shared links work for everyone. */
  readonly userId: string | null;
}

/** The history state for navigating to /login. */
export function returnState(path: string, userId: string | null): { readonly returnTo: ReturnPath } {
  return { returnTo: { path, userId } };
}

/**
 * The page that this user should return to after sign-in, or null. History state can be any value; after a reload, the
 * router's wrapper is still around it.
 */
export function returnPathFor(state: unknown, userId: string): string | null {
  if (!isRecord(state)) return null;
  const entry = isRecord(state['usr']) ? state['usr'] : state;
  if (!isRecord(entry['returnTo'])) return null;
  const { path, userId: owner } = entry['returnTo'];
  return owner === null || owner === userId ? ownPath(path) : null;
}

/** Path and query of a URL of this portal; null for other URLs and for the sign-in screen. */
function ownPath(path: unknown): string | null {
  const base = 'https://portal.invalid';
  if (typeof path !== 'string' || !path.startsWith('/') || !URL.canParse(path, base)) return null;
  const url = new URL(path, base);
  if (url.origin !== base || url.pathname === '/login') return null;
  return `${url.pathname}${url.search}`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
