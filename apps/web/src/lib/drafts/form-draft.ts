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
  readonly resume: (kept: KeptDraft) => void;
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
  const editorId = randomUuid();
  const state = createStore<DraftState>({ kept: null, problem: null });
  let id = randomUuid();
  let read = (): FormDraftContent | null => null;
  let sent: string | null = null;
  /** Whether the input is settled: saved or discarded, and not changed since. */
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  function inTurn(run: () => Promise<void>): Promise<void> {
    const mine = turn.then(run);
    turn = mine.catch(() => undefined);
    return mine;
  }

  function removeKept(): void {
    const { kept } = state.get();
    id = randomUuid();
    sent = null;
    state.set({ kept: null, problem: null });
    if (kept !== null) void remove(kept.id);
  }

  async function send({ takeOver = false, outlivesPage = false }: SendOptions = {}): Promise<void> {
    if (isClosed) return;
    const content = read();
    // Everything was undone.
    if (content === null) return removeKept();
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
  }

  const sendSoon = (after: number) => {
    timer ??= setTimeout(() => void sendNow(), after);
  };
  async function sendNow(options?: SendOptions): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (!session.state().isAuthenticated) return;
    try {
      await inTurn(() => send(options));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.isTemporary) sendSoon(RETRY_MS);
    }
  }

  return {
    state,
    resume: (kept) => {
      ({ id } = kept);
      state.set({ kept });
      openDrafts.set({ ids: [...openDrafts.get().ids, id] });
    },
    connect: (reader, isSaving) => {
      read = reader;
      const list = () => {
        const others = openDrafts.get().ids.filter((open) => open !== id);
        openDrafts.set({ ids: [...others, id] });
      };
      list();
      const unsubscribe = state.subscribe(list);
      const flush = () => {
        if (document.visibilityState === 'hidden' && timer !== undefined)
          void sendNow({ outlivesPage: true });
      };
      document.addEventListener('visibilitychange', flush);
      return () => {
        document.removeEventListener('visibilitychange', flush);
        unsubscribe();
        openDrafts.set({ ids: openDrafts.get().ids.filter((open) => open !== id) });
        if (timer !== undefined && !isSaving()) void sendNow();
      };
    },
    changed: () => {
      isClosed = false;
      sendSoon(SEND_AFTER_MS);
    },
    keep: async ({ takeOver = false } = {}) => {
      clearTimeout(timer);
      timer = undefined;
      await inTurn(() => send({ takeOver }));
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      timer = undefined;
      // A write that is under way comes first.
      await inTurn(async () => removeKept());
    },
  };
}

/** Removes a draft from the server, and tries again while it cannot be reached: a saved form must not come back as a draft. */
async function remove(id: string): Promise<void> {
  try {
    await call(formDraftDelete, { params: { id }, outlivesPage: true });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.isTemporary && session.state().isAuthenticated) setTimeout(() => void remove(id), RETRY_MS);
  }
  changedDrafts.emit();
}
