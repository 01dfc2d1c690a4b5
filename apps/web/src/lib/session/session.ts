import { secondFactorChoices, type PasskeyAnswer, type SecondFactorChoices } from '@portal/contract/passkeys';
import {
  login,
  logout,
  me,
  permissions as permissionsEndpoint,
  type CurrentUser,
} from '@portal/contract/session';
import { ssoLogout, ssoSession } from '@portal/contract/single-sign-on';
import type { BodyOf, Endpoint, ResultOf } from '@portal/contract/endpoint';
import { ABSOLUTE_HOURS } from '@portal/domain/session';
import { ApiError } from '#lib/api/api-error.ts';
import type { Call } from '#lib/api/client.ts';
import { errorText } from '#lib/errors/error-text.ts';
import type { Expiry } from './idle-tracker.ts';
import { createRefresher } from './refresher.ts';
import { readSignInOptions } from './sign-in-options.ts';
import { INITIAL_STATE, type SessionEnd, type SessionState, type Store } from './state.ts';
import { isExpired, StorageFullError, type SessionStorage } from './storage.ts';

/** Input of the sign-in form; `code` or `passkey` only when 2FA asks for it. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly code?: string | undefined;
  readonly passkey?: PasskeyAnswer | undefined;
}

/** `twoFactor`: the password is correct; repeat the call with one of the choices. An error's text is also in the state. */
export type SignInOutcome =
  | { readonly kind: 'signedIn' }
  | { readonly kind: 'twoFactor'; readonly choices: SecondFactorChoices }
  | { readonly kind: 'failed'; readonly error: ApiError }
  /** The browser could not store the session. */
  | { readonly kind: 'noRoom' };

/** Sign-out waits at most this long for the server, in milliseconds; otherwise the session expires on its own. */
const LOGOUT_TIMEOUT_MS = 5000;

const EXPIRED_NOTICE = 'You were signed out because of inactivity. Please sign in again.';
const LIMIT_NOTICE = `Your session ended ${ABSOLUTE_HOURS} hours after you signed in. Please sign in again.`;
const ENDED_NOTICE = 'Your session has ended. Please sign in again.';

/** The session of this tab: the signed-in user, sign-in and sign-out. */
export interface Session {
  readonly state: Store<SessionState>['get'];
  readonly subscribe: Store<SessionState>['subscribe'];
  /** Startup check, also used to retry when the server was unreachable. Does not reject if the session is refused. */
  readonly start: () => Promise<void>;
  readonly signIn: (credentials: Credentials) => Promise<SignInOutcome>;
  /** Signs in with the ticket of a single sign-on; repeat the call with a code if 2FA asks for it. */
  readonly signInWithTicket: (body: BodyOf<typeof ssoSession>) => Promise<SignInOutcome>;
  /** Ends the session in the browser, and on the server if it can be reached. */
  readonly signOut: () => Promise<void>;
  /** Ends the session after inactivity or at its maximum length. */
  readonly expire: (why?: Expiry) => void;
  readonly clearError: () => void;
  /** Reloads permissions and the user; called by the live connection and on every 403. Keeps the current state on failure. */
  readonly refreshPermissions: () => Promise<void>;
  /** Applies changes to the signed-in user, such as new preferences. */
  readonly updateUser: (change: Partial<CurrentUser>) => void;
  /** Updates the session after a failed call, for example ends it on a 401. */
  readonly handleFailure: (endpoint: Endpoint, error: ApiError, token: string | null) => void;
  /** Handles a change of the stored session by another tab. */
  readonly handleStorage: (event: Pick<StorageEvent, 'key' | 'newValue'>) => Promise<void>;
}

interface SessionParts {
  readonly store: Store<SessionState>;
  readonly storage: SessionStorage;
  readonly call: Call;
  /** Leaves the portal for a page of the issuer. */
  readonly leave: (url: string) => void;
}

/** The choices in a response, or a code if it has none that this version knows. */
function choicesOf({ body }: ApiError): SecondFactorChoices {
  const parsed = secondFactorChoices.safeParse(body.secondFactor);
  return parsed.success ? parsed.data : { hasApp: true, hasRecoveryCodes: true, passkey: null };
}

/** Throws what is neither an error of the server nor the end of the waiting time. */
function ignoreFailure(error: unknown): undefined {
  if (!(error instanceof ApiError) && !(error instanceof DOMException)) throw error;
  return undefined;
}

/** Creates the session from a store, a storage and a client. */
export function createSession({ store, storage, call, leave }: SessionParts): Session {
  const known = createKnownUser({ store, storage });
  const parts: ServerParts = { store, storage, call, known };
  const { start, reload } = createChecks(parts);
  // During sign-out, this tab ignores 401s and storage events about its own session.
  let isSigningOut = false;

  async function signOut(): Promise<void> {
    isSigningOut = true;
    const url = await leaveServer(call, store.get()).finally(() => {
      isSigningOut = false;
      known.end('signedOut');
    });
    // Otherwise, anyone at this computer could sign in again without a question.
    if (url !== null) leave(url);
  }

  function handleFailure(endpoint: Endpoint, error: ApiError, token: string | null): void {
    const isHandledElsewhere = [login.path, ssoSession.path, logout.path].some(
      (path) => path === endpoint.path,
    );
    // Ignore late responses to calls of an earlier session.
    if (isHandledElsewhere || isSigningOut || token === null || token !== store.get().token) return;
    // From an IP address that the office does not allow, every further call would fail.
    if (error.status === 401 || error.code === 'IP_NOT_ALLOWED')
      known.end('refused', errorText(error, ENDED_NOTICE), errorText(error, ENDED_NOTICE));
    if (error.code === 'PASSWORD_CHANGE_REQUIRED') known.update({ mustChangePassword: true });
    if (error.code === 'TWO_FACTOR_SETUP_REQUIRED') known.update({ mustSetUpTwoFactor: true });
  }

  async function handleStorage({ key, newValue }: Pick<StorageEvent, 'key' | 'newValue'>): Promise<void> {
    // A null key: the whole storage was cleared.
    if (isSigningOut || (key !== null && key !== 'token')) return;
    const token = key === null ? null : newValue;
    if (token === store.get().token) return;
    if (token !== null) return start();
    known.end('elsewhere');
  }

  return {
    state: store.get,
    subscribe: store.subscribe,
    start,
    signIn: (body) => openSession(parts, () => call(login, { body })),
    signInWithTicket: (body) => openSession(parts, () => call(ssoSession, { body })),
    signOut,
    expire: (why = 'idle') => known.end('expired', why === 'idle' ? EXPIRED_NOTICE : LIMIT_NOTICE),
    clearError: () => store.set({ error: null }),
    refreshPermissions: createRefresher(reload),
    updateUser: known.update,
    handleFailure,
    handleStorage,
  };
}

/** Ends the session on the server, and returns the page of the issuer that ends it there; null if there is none. */
async function leaveServer(call: Call, { isAuthenticated }: SessionState): Promise<string | null> {
  const signal = AbortSignal.timeout(LOGOUT_TIMEOUT_MS);
  let url: string | null = null;
  try {
    if (isAuthenticated && readSignInOptions().sso !== null) {
      const answer = await call(ssoLogout, { signal }).catch(ignoreFailure);
      url = answer?.url ?? null;
    }
    await call(logout, { signal });
  } catch (error) {
    // If the call fails, the browser still forgets the session; on the server it expires.
    ignoreFailure(error);
  }
  return url;
}

/** The signed-in user as this browser knows them: in the state and in the storage. */
function createKnownUser({ store, storage }: Pick<SessionParts, 'store' | 'storage'>) {
  /** Takes over what the server says. An unchanged list stays the same object, so that nothing is read again because of it. */
  function permissionsOf(answer: ResultOf<typeof permissionsEndpoint>): readonly string[] {
    const names = answer.map(({ name }) => name);
    storage.writePermissions(names);
    const { permissions } = store.get();
    return names.join() === permissions.join() ? permissions : names;
  }

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

  let choices = 0;

  function update(change: Partial<CurrentUser>): void {
    const { user } = store.get();
    if (user === null) return;
    if (change.preferences !== undefined) choices += 1;
    const changed = { ...user, ...change };
    storage.writeUser(changed);
    store.set({ user: changed });
  }

  /** `choices`: how often the person has changed their preferences. */
  return { permissionsOf, end, update, choices: () => choices };
}

type ServerParts = Omit<SessionParts, 'leave'> & { readonly known: ReturnType<typeof createKnownUser> };

/** Reads the user and their permissions from the server. */
function createChecks({ store, storage, call, known }: ServerParts) {
  async function load() {
    const before = known.choices();
    const [permissions, { user }] = await Promise.all([call(permissionsEndpoint, {}), call(me, {})]);
    const { preferences = user.preferences } = store.get().user ?? {};
    // What the person chose while the server was asked is newer than its answer.
    return { permissions, current: known.choices() === before ? user : { ...user, preferences } };
  }

  async function start(): Promise<void> {
    const token = storage.token();
    const user = storage.user();
    if (token === null)
      return store.set({ ...INITIAL_STATE, isLoading: false, phase: 'ready', error: 'No token found' });
    if (isExpired(token)) return known.end('expired', ENDED_NOTICE, 'No token found');
    if (user === null) return known.end('refused', null, 'No user data found');
    const stored = storage.permissions();
    store.set({
      ...INITIAL_STATE,
      token,
      user,
      ...(stored === null ? {} : { isAuthenticated: true, phase: 'checking', permissions: stored }),
    });
    try {
      const { permissions, current } = await load();
      if (store.get().token !== token) return;
      storage.writeUser(current);
      store.set({
        isAuthenticated: true,
        isLoading: false,
        phase: 'ready',
        user: current,
        permissions: known.permissionsOf(permissions),
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (store.get().token !== token) return;
      if (error.isTemporary)
        store.set({
          isAuthenticated: false,
          permissions: [],
          phase: 'unreachable',
          isLoading: false,
          error: errorText(error, 'The server could not be reached'),
        });
      else known.end('refused', errorText(error, ENDED_NOTICE), errorText(error, ENDED_NOTICE));
    }
  }

  async function reload(): Promise<void> {
    const { token, phase, isAuthenticated } = store.get();
    // The check on the start asks the same.
    if (!isAuthenticated || phase === 'checking') return;
    try {
      const { permissions, current } = await load();
      if (store.get().token !== token) return;
      storage.writeUser(current);
      store.set({ user: current, permissions: known.permissionsOf(permissions) });
    } catch (error) {
      // A refusal has already ended the session. If the server is unreachable, keep the current state.
      if (!(error instanceof ApiError)) throw error;
    }
  }

  return { start, reload };
}

/** Starts a session with the answer of a sign-in. */
async function openSession(
  { store, storage, call, known }: ServerParts,
  request: () => Promise<ResultOf<typeof login>>,
): Promise<SignInOutcome> {
  store.set({ isLoading: true, error: null });
  try {
    const { token, user } = await request();
    storage.write(token, user);
    store.set({ token, user });
    const permissions = await call(permissionsEndpoint, {});
    store.set({
      isAuthenticated: true,
      isLoading: false,
      permissions: known.permissionsOf(permissions),
      error: null,
      lastEnd: null,
    });
    return { kind: 'signedIn' };
  } catch (error) {
    if (!(error instanceof ApiError) && !(error instanceof StorageFullError)) throw error;
    const { lastEnd } = store.get();
    storage.clear();
    const asksForCode = error instanceof ApiError && error.code === 'SECOND_FACTOR_REQUIRED';
    store.set({
      ...INITIAL_STATE,
      isLoading: false,
      phase: 'ready',
      lastEnd,
      error: asksForCode ? null : errorText(error, 'Login failed'),
    });
    if (!(error instanceof ApiError)) return { kind: 'noRoom' };
    return asksForCode ? { kind: 'twoFactor', choices: choicesOf(error) } : { kind: 'failed', error };
  }
}
