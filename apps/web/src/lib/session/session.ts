import { login, logout, me, permissions as permissionsEndpoint } from '@portal/contract/session';
import type { CurrentUser } from '@portal/contract/session';
import type { Endpoint } from '@portal/contract/endpoint';
import { ABSOLUTE_HOURS } from '@portal/domain/session';
import { ApiError } from '#lib/api/api-error.ts';
import type { Call } from '#lib/api/client.ts';
import { errorText } from '#lib/errors/error-text.ts';
import type { Expiry } from './idle-tracker.ts';
import { createRefresher } from './refresher.ts';
import { INITIAL_STATE } from './state.ts';
import type { SessionEnd, SessionState, Store } from './state.ts';
import { isExpired } from './storage.ts';
import type { SessionStorage } from './storage.ts';

/** What was typed into the sign-in form; the code when the second factor is asked for. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly code?: string | undefined;
}

/** `secondFactor`: right so far, the call is to be repeated with a code. The error's text is in the state as well. */
export type SignInOutcome =
  | { readonly kind: 'signedIn' }
  | { readonly kind: 'secondFactor' }
  | { readonly kind: 'failed'; readonly error: ApiError };

/** Logging out does not wait longer for the server than this, in milliseconds; the session ends by itself later. */
const LOGOUT_TIMEOUT_MS = 5000;

const EXPIRED_NOTICE = 'You were signed out because of inactivity. Please sign in again.';
const LIMIT_NOTICE = `Your session ended ${ABSOLUTE_HOURS} hours after you signed in. Please sign in again.`;
const ENDED_NOTICE = 'Your session has ended. Please sign in again.';

/** The session of this tab: who is signed in, and every way in and out. */
export interface Session {
  readonly state: Store<SessionState>['get'];
  readonly subscribe: Store<SessionState>['subscribe'];
  /** The start-up check; also the retry after the server could not be reached. Never rejects for a refused session. */
  readonly start: () => Promise<void>;
  readonly signIn: (credentials: Credentials) => Promise<SignInOutcome>;
  /** Ends the session on the server as well as it can, and in the browser in any case. */
  readonly signOut: () => Promise<void>;
  /** The user was away too long, or the session has lasted as long as one may. */
  readonly expire: (why?: Expiry) => void;
  readonly clearError: () => void;
  /** Re-reads permissions and the user; the live connection and every 403 call it. Keeps what it has when the server is away. */
  readonly refreshPermissions: () => Promise<void>;
  /** Takes over what the user's own screens changed about the signed-in user. */
  readonly updateUser: (change: Partial<CurrentUser>) => void;
  /** What every failed call means for the session. */
  readonly handleFailure: (endpoint: Endpoint, error: ApiError, token: string | null) => void;
  /** What another tab did to the stored session. */
  readonly handleStorage: (event: Pick<StorageEvent, 'key' | 'newValue'>) => Promise<void>;
}

interface SessionParts {
  readonly store: Store<SessionState>;
  readonly storage: SessionStorage;
  readonly call: Call;
}

const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);

/** Makes the session over a store, a storage and a client. */
export function createSession({ store, storage, call }: SessionParts): Session {
  const load = () => Promise.all([call(permissionsEndpoint, {}), call(me, {})]);

  function end(reason: SessionEnd, notice: string | null = null, error: string | null = null): void {
    const user = store.get().user ?? storage.user();
    storage.clear();
    store.set({
      ...INITIAL_STATE,
      isLoading: false,
      phase: 'ready',
      error,
      lastEnd: { reason, notice, userId: user?.id ?? null },
    });
  }

  async function start(): Promise<void> {
    const token = storage.token();
    const user = storage.user();
    if (token === null)
      return store.set({ ...INITIAL_STATE, isLoading: false, phase: 'ready', error: 'No token found' });
    if (isExpired(token)) return end('expired', ENDED_NOTICE, 'No token found');
    if (user === null) return end('refused', null, 'No user data found');
    store.set({ ...INITIAL_STATE, token, user });
    try {
      const [permissions, current] = await load();
      if (store.get().token !== token) return;
      storage.writeUser(current.user);
      store.set({
        isAuthenticated: true,
        isLoading: false,
        phase: 'ready',
        user: current.user,
        permissions: names(permissions),
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (store.get().token !== token) return;
      if (error.isTemporary)
        store.set({
          phase: 'unreachable',
          isLoading: false,
          error: errorText(error, 'The server could not be reached'),
        });
      else end('refused', errorText(error, ENDED_NOTICE), errorText(error, ENDED_NOTICE));
    }
  }

  async function signIn(credentials: Credentials): Promise<SignInOutcome> {
    store.set({ isLoading: true, error: null });
    try {
      const { token, user } = await call(login, { body: credentials });
      storage.write(token, user);
      store.set({ token, user });
      const permissions = await call(permissionsEndpoint, {});
      store.set({
        isAuthenticated: true,
        isLoading: false,
        permissions: names(permissions),
        error: null,
        lastEnd: null,
      });
      return { kind: 'signedIn' };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { lastEnd } = store.get();
      storage.clear();
      const asksForCode = error.code === 'SECOND_FACTOR_REQUIRED';
      store.set({
        ...INITIAL_STATE,
        isLoading: false,
        phase: 'ready',
        lastEnd,
        error: asksForCode ? null : errorText(error, 'Login failed'),
      });
      return asksForCode ? { kind: 'secondFactor' } : { kind: 'failed', error };
    }
  }

  // While it signs out, that its session is gone is no news to this tab.
  let isSigningOut = false;

  async function signOut(): Promise<void> {
    isSigningOut = true;
    try {
      await call(logout, { signal: AbortSignal.timeout(LOGOUT_TIMEOUT_MS) });
    } catch (error) {
      // Told or not, this browser forgets the session; on the server it ends by itself.
      if (!(error instanceof ApiError) && !(error instanceof DOMException)) throw error;
    } finally {
      isSigningOut = false;
      end('signedOut');
    }
  }

  const refreshPermissions = createRefresher(async () => {
    const { token, isAuthenticated } = store.get();
    if (!isAuthenticated) return;
    try {
      const [permissions, current] = await load();
      if (store.get().token !== token) return;
      storage.writeUser(current.user);
      store.set({ user: current.user, permissions: names(permissions) });
    } catch (error) {
      // A refusal has ended the session already; an absent server changes nothing about what was known.
      if (!(error instanceof ApiError)) throw error;
    }
  });

  function updateUser(change: Partial<CurrentUser>): void {
    const { user } = store.get();
    if (user === null) return;
    const changed = { ...user, ...change };
    storage.writeUser(changed);
    store.set({ user: changed });
  }

  function handleFailure(endpoint: Endpoint, error: ApiError, token: string | null): void {
    const isOwnBusiness = endpoint.path === login.path || endpoint.path === logout.path;
    // A late answer to the session before this one says nothing about this one.
    if (isOwnBusiness || isSigningOut || token === null || token !== store.get().token) return;
    // From an address the office does not allow, no call would be answered any more.
    if (error.status === 401 || error.code === 'IP_NOT_ALLOWED')
      end('refused', errorText(error, ENDED_NOTICE), errorText(error, ENDED_NOTICE));
    if (error.code === 'PASSWORD_CHANGE_REQUIRED') updateUser({ mustChangePassword: true });
  }

  async function handleStorage({ key, newValue }: Pick<StorageEvent, 'key' | 'newValue'>): Promise<void> {
    // A null key: the whole storage was cleared.
    if (isSigningOut || (key !== null && key !== 'token')) return;
    const token = key === null ? null : newValue;
    if (token === store.get().token) return;
    if (token !== null) return start();
    end('elsewhere');
  }

  return {
    state: store.get,
    subscribe: store.subscribe,
    start,
    signIn,
    signOut,
    expire: (why = 'idle') => end('expired', why === 'idle' ? EXPIRED_NOTICE : LIMIT_NOTICE),
    clearError: () => store.set({ error: null }),
    refreshPermissions,
    updateUser,
    handleFailure,
    handleStorage,
  };
}
