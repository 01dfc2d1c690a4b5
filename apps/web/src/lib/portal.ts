import type { ApiError } from '#lib/api/api-error.ts';
import { createClient, type Call, type ClientOptions } from '#lib/api/client.ts';
import { createUploader, type Upload } from '#lib/api/upload.ts';
import type { Endpoint } from '@portal/contract/endpoint';
import { me, permissions as permissionsEndpoint } from '@portal/contract/session';
import { createSession, type Session } from '#lib/session/session.ts';
import { createSessionStorage } from '#lib/session/storage.ts';
import { createStore, INITIAL_STATE } from '#lib/session/state.ts';
import { noteServerTime } from '#lib/server-clock.ts';
import { createSignal, type Signal } from '#lib/signal.ts';

/** The typed client and its session. */
export interface Portal {
  readonly call: Call;
  /** For endpoints that accept a file. */
  readonly upload: Upload;
  readonly session: Session;
  /** Emits after every 403 that does not lead to another screen (REQUIRED); the shell shows it as a toast. */
  readonly forbidden: Signal<ApiError>;
  /** Emits after every response that extends the session on the server. */
  readonly contact: Signal<void>;
}

/** Codes for which the router shows the screen that the user needs. */
const REQUIRED: ReadonlySet<string> = new Set(['PASSWORD_CHANGE_REQUIRED', 'TWO_FACTOR_SETUP_REQUIRED']);

/** Creates the client and the session. Tests pass their own URL and storage. */
export function createPortal(
  options: Pick<ClientOptions, 'baseUrl' | 'fetch'> & {
    readonly storage: Storage;
    /** Goes to a page outside the portal. Default: the browser does. */
    readonly leave?: (url: string) => void;
  },
): Portal {
  const store = createStore(INITIAL_STATE);
  const forbidden = createSignal<ApiError>();
  const contact = createSignal<void>();

  // Without the live connection, a change of permissions is detected with the next response.
  let rights: { readonly mark: string; readonly token: string | null } | null = null;
  const followRights = (mark: string, token: string | null) => {
    const isChanged = rights !== null && rights.token === token && rights.mark !== mark;
    rights = { mark, token };
    if (isChanged) void session.refreshPermissions();
  };

  const common: Pick<ClientOptions, 'baseUrl' | 'token' | 'onAnswer' | 'onError'> = {
    baseUrl: options.baseUrl,
    token: () => store.get().token,
    onAnswer: (isBackground) => {
      if (!isBackground) contact.emit();
    },
    onError: (endpoint, error, token) => {
      session.handleFailure(endpoint, error, token);
      if (error.status === 403) reportForbidden(endpoint, error);
    },
  };
  const call = createClient({
    ...common,
    fetch: options.fetch,
    onRights: followRights,
    onServerTime: noteServerTime,
  });
  const upload = createUploader(common);
  const session = createSession({
    store,
    storage: createSessionStorage(options.storage),
    call,
    leave: options.leave ?? ((url) => window.location.assign(url)),
  });

  function reportForbidden(endpoint: Endpoint, error: ApiError): void {
    // oxlint-disable-next-line no-console -- for support; status and endpoint only, never data
    console.error(`403 ${endpoint.method} ${endpoint.path}`);
    // While the session is checked, the answer about it decides what is shown.
    if (REQUIRED.has(error.code) || !store.get().isAuthenticated || store.get().phase === 'checking') return;
    forbidden.emit(error);
    // A 403 of the refresh itself must not trigger another refresh.
    if (endpoint.path !== permissionsEndpoint.path && endpoint.path !== me.path)
      void session.refreshPermissions();
  }

  return { call, upload, session, forbidden, contact };
}

const portal = createPortal({
  baseUrl: '/api',
  // Look up fetch for each call, so that tests can replace it.
  fetch: (url, init) => globalThis.fetch(url, init),
  storage: localStorage,
});

/** The client of this tab. */
export const call = portal.call;
/** Its client for uploads. */
export const upload = portal.upload;
/** The session of this tab. */
export const session = portal.session;
export const { forbidden, contact } = portal;
