/** Where someone was when asked to sign in, as it travels in the history entry of /login. */
export interface ReturnPath {
  readonly path: string;
  /** Only this user is led back; null when nobody was signed in, so that a shared link works for anybody. */
  readonly userId: string | null;
}

/** The state to navigate to /login with. */
export function returnState(path: string, userId: string | null): { readonly returnTo: ReturnPath } {
  return { returnTo: { path, userId } };
}

/**
 * The page to go to after signing in: back to where this user was, else null. History state may be anything; after a reload it
 * comes as the browser has it, with the router's own part around it.
 */
export function returnPathFor(state: unknown, userId: string): string | null {
  if (!isRecord(state)) return null;
  const entry = isRecord(state['usr']) ? state['usr'] : state;
  if (!isRecord(entry['returnTo'])) return null;
  const { path, userId: owner } = entry['returnTo'];
  return owner === null || owner === userId ? ownPath(path) : null;
}

/** The path and query of an address of this portal; null for any other and for the sign-in screen. */
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
