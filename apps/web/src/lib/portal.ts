import type { ApiError } from '#lib/api/api-error.ts';
import { createClient } from '#lib/api/client.ts';
import type { Call, ClientOptions } from '#lib/api/client.ts';
import { createUploader } from '#lib/api/upload.ts';
import type { Upload } from '#lib/api/upload.ts';
import type { Endpoint } from '@portal/contract/endpoint';
import { me, permissions as permissionsEndpoint } from '@portal/contract/session';
import { createSession } from '#lib/session/session.ts';
import type { Session } from '#lib/session/session.ts';
import { createSessionStorage } from '#lib/session/storage.ts';
import { createStore, INITIAL_STATE } from '#lib/session/state.ts';
import { createSignal } from '#lib/signal.ts';
import type { Signal } from '#lib/signal.ts';

/** The typed client and the session it speaks for. */
export interface Portal {
  readonly call: Call;
  /** For the calls that take a file. */
  readonly upload: Upload;
  readonly session: Session;
  /** After every 403 but the one that asks for a new password; the shell shows it as a toast. */
  readonly forbidden: Signal<ApiError>;
  /** After every answered call that extends the session on the server. */
  readonly contact: Signal<void>;
}

/** Puts client and session together; tests give their own address and storage. */
export function createPortal(
  options: Pick<ClientOptions, 'baseUrl' | 'fetch'> & { readonly storage: Storage },
): Portal {
  const store = createStore(INITIAL_STATE);
  const forbidden = createSignal<ApiError>();
  const contact = createSignal<void>();

  // Away from the live connection a change of rights shows with the next answer.
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
  const call = createClient({ ...common, fetch: options.fetch, onRights: followRights });
  const upload = createUploader(common);
  const session = createSession({ store, storage: createSessionStorage(options.storage), call });

  function reportForbidden(endpoint: Endpoint, error: ApiError): void {
    // oxlint-disable-next-line no-console -- the browser's console is where support looks; status and endpoint only, never data
    console.error(`403 ${endpoint.method} ${endpoint.path}`);
    if (error.code === 'PASSWORD_CHANGE_REQUIRED' || !store.get().isAuthenticated) return;
    forbidden.emit(error);
    // What the re-reading itself calls must not ask for another one.
    if (endpoint.path !== permissionsEndpoint.path && endpoint.path !== me.path)
      void session.refreshPermissions();
  }

  return { call, upload, session, forbidden, contact };
}

const portal = createPortal({
  baseUrl: '/api',
  // Looked up at each call, so that a page can be tested against a server of its own.
  fetch: (url, init) => globalThis.fetch(url, init),
  storage: localStorage,
});

/** The client of this tab. */
export const call = portal.call;
/** Its way to send files. */
export const upload = portal.upload;
/** The session of this tab. */
export const session = portal.session;
export const { forbidden, contact } = portal;
