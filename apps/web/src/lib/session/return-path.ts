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
  const back = returnPathOf(state);
  return back === null || (back.userId !== null && back.userId !== userId) ? null : back.path;
}

/** The fragment with the user who returns to a page of the portal at another address. Servers never see it. */
const OWNER = '#for=';

/** This page at another origin of the portal; of the sign-in screen, the page to return to, which the screen there keeps. */
export function pageAt(origin: string): string {
  const { pathname, search } = globalThis.location;
  if (pathname !== '/login') return `${origin}${pathname}${search}`;
  const back = returnPathOf(globalThis.history.state);
  if (back === null) return `${origin}/login`;
  return `${origin}${back.path}${back.userId === null ? '' : `${OWNER}${back.userId}`}`;
}

/** The user whom `pageAt` sent here, or null. */
export function sentUser(): string | null {
  const { hash } = globalThis.location;
  const id = hash.slice(OWNER.length);
  return hash.startsWith(OWNER) && /^[\da-f-]{36}$/.test(id) ? id : null;
}

function returnPathOf(state: unknown): ReturnPath | null {
  if (!isRecord(state)) return null;
  const entry = isRecord(state['usr']) ? state['usr'] : state;
  if (!isRecord(entry['returnTo'])) return null;
  const { path: given, userId } = entry['returnTo'];
  const path = ownPath(given);
  return path !== null && (userId === null || typeof userId === 'string') ? { path, userId } : null;
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
