import type { CurrentUser } from '@portal/contract/session';

/** Why the last session of this tab ended. Decides the sign-in screen's notice and whether the user returns to the page. */
export type SessionEnd = 'signedOut' | 'expired' | 'refused' | 'elsewhere';

/** The state of the session in this tab. */
export interface SessionState {
  readonly isAuthenticated: boolean;
  /** True until the startup check is done, and during sign-in. */
  readonly isLoading: boolean;
  readonly user: CurrentUser | null;
  readonly token: string | null;
  /** Names of the user's current permissions, as listed by the server. */
  readonly permissions: readonly string[];
  /** Why the last attempt failed; the sign-in screen shows and clears it. */
  readonly error: string | null;
  /**
   * `checking`: the server is asked about the stored session, and the page asks for its data with the permissions that it last had; nothing
   * of it is shown. `unreachable`: a session is stored but could not be checked with the server.
   */
  readonly phase: 'starting' | 'checking' | 'ready' | 'unreachable';
  readonly lastEnd: {
    readonly reason: SessionEnd;
    /** Only this user returns to the page; null if unknown. */
    readonly userId: string | null;
    /** Shown on the sign-in screen. */
    readonly notice: string | null;
  } | null;
}

export const INITIAL_STATE: SessionState = {
  isAuthenticated: false,
  isLoading: true,
  user: null,
  token: null,
  permissions: [],
  error: null,
  phase: 'starting',
  lastEnd: null,
};

/** A small external store, for `useSyncExternalStore`. */
export interface Store<T> {
  readonly get: () => T;
  readonly set: (change: Partial<T>) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Creates a store; listeners are called after every change. */
export function createStore<T extends object>(initial: T): Store<T> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set: (change) => {
      state = { ...state, ...change };
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
