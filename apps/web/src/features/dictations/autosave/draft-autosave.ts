import type { DraftContent, DraftSaved } from '@portal/contract/dictation-drafts';
import { ApiError } from '#lib/api/api-error.ts';
import { createStore, type Store } from '#lib/session/state.ts';
import {
  unsentContent,
  initialState,
  nextState,
  sendDelay,
  withBase,
  type DraftTarget,
  type EditorEvent,
  type EditorState,
} from './editor-machine.ts';

/** Request timeout. A request without a response by then counts as failed. */
const TIMEOUT_MS = 15_000;

export interface DraftToSend extends DraftTarget {
  readonly revision: number;
  readonly takeOver: boolean;
  readonly content: DraftContent;
}

/** Sends a draft. Rejects with `ApiError` or with the signal's reason. */
export type SendDraft = (
  draft: DraftToSend,
  how: { readonly signal?: AbortSignal; readonly outlivesPage?: boolean },
) => Promise<Pick<DraftSaved, 'revision'>>;

/** Holds the state of one editor and autosaves its draft: sends what the state machine says is due, one request at a time. */
export interface DraftAutosave {
  readonly state: Pick<Store<EditorState>, 'get' | 'subscribe'>;
  readonly dispatch: (event: EditorEvent) => void;
  /** Records a change; it is sent shortly. */
  readonly change: (content: DraftContent) => void;
  /** Sends pending changes now. */
  readonly flush: () => void;
  /** Sends pending changes with a request that outlives the page. Call when the screen is left. */
  readonly leave: () => void;
  /** Resolves once no request is in flight. */
  readonly settled: () => Promise<void>;
  /** Starts to send, also when the tab is hidden, the page is closed, or the network is back. */
  readonly start: () => void;
  readonly stop: () => void;
}

/** Names a part of the draft for the user, from its path in the request, such as `content.formData.note`. */
export type NameOfPath = (path: string) => string;

/** Creates the autosave of one editor. */
export function createDraftAutosave(
  opened: Parameters<typeof initialState>[0],
  send: SendDraft,
  nameOfPath: NameOfPath = (path) => path,
): DraftAutosave {
  const store = createStore(initialState(opened));
  let inFlight: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Aborting it removes the listeners; null while stopped. */
  let listening: AbortController | null = null;

  function dispatch(event: EditorEvent): void {
    store.set(nextState(store.get(), event));
    schedule();
  }

  /** Milliseconds until the next request; null when there is nothing to send yet. */
  const delay = () => (listening !== null && inFlight === null ? sendDelay(store.get(), Date.now()) : null);

  function schedule(): void {
    clearTimeout(timer);
    const wait = delay();
    if (wait !== null) timer = setTimeout(flush, wait);
  }

  function flush(): void {
    if (delay() === null) return;
    dispatch({ type: 'sendStarted' });
    const { draft } = store.get();
    if (draft.phase !== 'sending') return;
    inFlight = attempt(draft.sent.content).finally(() => {
      inFlight = null;
      schedule();
    });
  }

  async function attempt(content: DraftContent): Promise<void> {
    try {
      const { revision } = await send(requestOf(content), { signal: AbortSignal.timeout(TIMEOUT_MS) });
      dispatch({ type: 'sent', revision, at: Date.now() });
    } catch (error) {
      dispatch(failureOf(error, nameOfPath));
    }
  }

  function requestOf(content: DraftContent): DraftToSend {
    const state = store.get();
    const { target, revision, isTakingOver } = state;
    return { ...target, revision, takeOver: isTakingOver, content: withBase(state, content) };
  }

  function leave(): void {
    const content = unsentContent(store.get());
    if (content === null || listening === null) return;
    // The page is gone, so nobody can handle the result.
    send(requestOf(content), { outlivesPage: true }).catch(() => null);
  }

  function retryNow(): void {
    dispatch({ type: 'cameOnline' });
    flush();
  }

  function flushWhenHidden(): void {
    if (document.visibilityState === 'hidden') flush();
  }

  return {
    state: store,
    dispatch,
    change: (content) => dispatch({ type: 'changed', content, at: Date.now() }),
    flush,
    leave,
    settled: async () => {
      await inFlight;
    },
    start: () => {
      listening = new AbortController();
      const { signal } = listening;
      window.addEventListener('online', retryNow, { signal });
      window.addEventListener('pagehide', leave, { signal });
      document.addEventListener('visibilitychange', flushWhenHidden, { signal });
      schedule();
    },
    stop: () => {
      clearTimeout(timer);
      listening?.abort();
      listening = null;
    },
  };
}

function failureOf(error: unknown, nameOfPath: NameOfPath): EditorEvent {
  // An expired session has its own screen; the page keeps the text until the same user signs in again.
  if (!(error instanceof ApiError) || error.isTemporary || error.status === 401)
    return { type: 'sendFailed' };
  if (error.code === 'STALE' || error.code === 'NOT_FOUND') return { type: 'editedElsewhere' };
  const fields = Object.entries(error.fieldErrors).flatMap(([path, messages]) =>
    messages.map((message) => `${nameOfPath(path)}: ${message}`),
  );
  return { type: 'sendRejected', message: fields.length === 0 ? error.message : fields.join('. ') };
}
