/** Where someone was when asked to sign in, as it travels in the history entry of /login (decisions 14). */
export interface ReturnPath {
  readonly path: string;
  /** Only this user is led back; null when nobody was signed in, so that a shared link works for anybody. */
  readonly userId: string | null;
}

/** The state to navigate to /login with. */
export function returnState(path: string, userId: string | null): { readonly returnTo: ReturnPath } {
  return { returnTo: { path, userId } };
}

/** The page to go to after signing in: back to where this user was, else null. History state may be anything. */
export function returnPathFor(state: unknown, userId: string): string | null {
  if (!isRecord(state) || !isRecord(state['returnTo'])) return null;
  const { path, userId: owner } = state['returnTo'];
  const isOurs = typeof path === 'string' && /^\/(?!\/)/.test(path) && !path.startsWith('/login');
  return isOurs && (owner === null || owner === userId) ? path : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
