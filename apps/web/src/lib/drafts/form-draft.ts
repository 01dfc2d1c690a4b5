import { formDraftDelete, formDraftSave, type FormDraftContent } from '@portal/contract/form-drafts';
import type { DraftForm } from '@portal/domain/form-drafts';
import { ApiError } from '#lib/api/api-error.ts';
import { randomUuid } from '#lib/api/random-id.ts';
import { call, session } from '#lib/portal.ts';
import { createStore, type Store } from '#lib/session/state.ts';
import { createSignal } from '#lib/signal.ts';

/** How long after a change a draft is sent, in milliseconds. Further changes do not delay it. */
const SEND_AFTER_MS = 3000;
const RETRY_MS = 15_000;

/** A draft as the server has it. */
export interface KeptDraft {
  readonly id: string;
  readonly revision: number;
  readonly updatedAt: string;
}

interface DraftState {
  /** Null before anything was sent. */
  readonly kept: KeptDraft | null;
  /** Whether what no longer fits the form was left out when the draft was continued. */
  readonly isCut: boolean;
  /** Why the newest input could not be sent; null if it was, or waits its turn. */
  readonly problem: ApiError | null;
}

/** Emits when this tab has added or removed a draft. */
export const changedDrafts = createSignal<void>();

/** The drafts whose forms are open in this tab. */
export const openDrafts = createStore<{ readonly ids: readonly string[] }>({ ids: [] });

/** Keeps the unsaved input of one form on the server, one request at a time. */
export interface FormDraft {
  readonly state: Store<DraftState>;
  /** Continues a draft. */
  readonly resume: (kept: KeptDraft, isCut: boolean) => void;
  /**
   * Begins with the open form. `read` returns what is unsaved, or null. Returns a function that ends it and sends what was not sent yet,
   * unless the form is being saved.
   */
  readonly connect: (read: () => FormDraftContent | null, isSaving: () => boolean) => () => void;
  /** Says that the input has changed. */
  readonly changed: () => void;
  /** Sends the input now. Rejects with ApiError. */
  readonly keep: (how?: { readonly takeOver?: boolean }) => Promise<void>;
  /** Removes the draft, because its form was saved or the person does not need it. What is typed from now on is another draft. */
  readonly close: () => Promise<void>;
}

interface SendOptions {
  readonly takeOver?: boolean;
  readonly outlivesPage?: boolean;
}

/** Creates the draft of a form. Nothing is sent before the first change. */
export function createFormDraft(form: DraftForm): FormDraft {
  const state = createStore<DraftState>({ kept: null, isCut: false, problem: null });
  const copy = createServerCopy(form, state);
  let read: () => FormDraftContent | null = nothing;
  /** Whether the input is settled: saved or discarded, and not changed since. */
  let isClosed = false;
  /** Whether the form is on the screen. Later, another person may be signed in, so what failed is not sent again. */
  let isOpen = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  function inTurn(run: () => Promise<void>): Promise<void> {
    const mine = turn.then(run);
    turn = mine.catch(() => undefined);
    return mine;
  }
  const send = async (how: SendOptions = {}) => {
    if (!isClosed) await copy.write(read(), how);
  };
  const stopTimer = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const sendSoon = (after: number) => {
    timer ??= setTimeout(() => void sendNow(), after);
  };
  async function sendNow(how?: SendOptions): Promise<void> {
    stopTimer();
    if (!session.state().isAuthenticated) return;
    try {
      await inTurn(() => send(how));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.isTemporary && isOpen) sendSoon(RETRY_MS);
    }
  }

  return {
    state,
    resume: (kept, isCut) => {
      copy.resume(kept);
      state.set({ kept, isCut });
    },
    connect: (reader, isSaving) => {
      read = reader;
      isOpen = true;
      const disconnect = [
        listAsOpen(copy.id, state),
        whenHidden(() => {
          if (timer !== undefined) void sendNow({ outlivesPage: true });
        }),
      ];
      return () => {
        for (const stop of disconnect) stop();
        isOpen = false;
        if (timer !== undefined && !isSaving()) void sendNow();
      };
    },
    changed: () => {
      isClosed = false;
      sendSoon(SEND_AFTER_MS);
    },
    keep: async (how) => {
      stopTimer();
      await inTurn(() => send(how));
    },
    close: async () => {
      isClosed = true;
      stopTimer();
      // A write that is under way comes first.
      await inTurn(async () => copy.remove());
    },
  };
}

const nothing = () => null;

/** What the server has of a draft. Nothing here may run twice at the same time. */
function createServerCopy(form: DraftForm, state: Store<DraftState>) {
  const editorId = randomUuid();
  let id = randomUuid();
  let sent: string | null = null;

  function remove(): void {
    const { kept } = state.get();
    id = randomUuid();
    sent = null;
    state.set({ kept: null, isCut: false, problem: null });
    if (kept !== null) void removeFromServer(kept.id);
  }

  return {
    id: () => id,
    resume: (kept: KeptDraft) => {
      ({ id } = kept);
    },
    remove,
    /** Sends the content if it is new; null, when everything was undone, removes the draft. */
    write: async (
      content: FormDraftContent | null,
      { takeOver = false, outlivesPage = false }: SendOptions,
    ): Promise<void> => {
      if (content === null) return remove();
      const text = JSON.stringify(content);
      if (text === sent && !takeOver) return;
      const { kept } = state.get();
      const body = { form, revision: kept?.revision ?? 0, editorId, takeOver, content };
      try {
        const { revision, updatedAt } = await call(formDraftSave, { params: { id }, body, outlivesPage });
        sent = text;
        state.set({ kept: { id, revision, updatedAt }, problem: null });
        if (kept === null) changedDrafts.emit();
      } catch (error) {
        if (error instanceof ApiError) state.set({ problem: error });
        throw error;
      }
    },
  };
}

/** Lists the draft in `openDrafts`. Returns a function that ends it. */
function listAsOpen(id: () => string, state: Store<DraftState>): () => void {
  let listed: string | null = null;
  const list = (next: string | null) => {
    if (next === listed) return;
    const others = openDrafts.get().ids.filter((open) => open !== listed);
    openDrafts.set({ ids: next === null ? others : [...others, next] });
    listed = next;
  };
  list(id());
  const unsubscribe = state.subscribe(() => list(id()));
  return () => {
    unsubscribe();
    list(null);
  };
}

/** Runs when the page is no longer seen, perhaps for good. Returns a function that ends it. */
function whenHidden(run: () => void): () => void {
  const check = () => {
    if (document.visibilityState === 'hidden') run();
  };
  document.addEventListener('visibilitychange', check);
  return () => document.removeEventListener('visibilitychange', check);
}

/** Removes a draft from the server, and tries again while it cannot be reached: a saved form must not come back as a draft. */
async function removeFromServer(id: string): Promise<void> {
  try {
    await call(formDraftDelete, { params: { id }, outlivesPage: true });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.isTemporary && session.state().isAuthenticated)
      setTimeout(() => void removeFromServer(id), RETRY_MS);
  }
  changedDrafts.emit();
}
