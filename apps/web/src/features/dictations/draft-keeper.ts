import type { DraftContent, DraftSaved } from '@portal/contract/dictation-drafts';
import { ApiError } from '#lib/api/api-error.ts';
import { createStore } from '#lib/session/state.ts';
import type { Store } from '#lib/session/state.ts';

/** Milliseconds of silence before what was typed is kept, and the longest it waits while typing goes on. */
export const QUIET_MS = 800;
export const LONGEST_MS = 2000;
/** An answer that takes longer counts as lost. */
const TIMEOUT_MS = 15_000;
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 10_000;

/** Which note a draft is of. */
export interface DraftTarget {
  readonly draftId: string;
  /** null while it is not stored yet. */
  readonly dictationId: string | null;
  readonly templateId: string;
  readonly templateVersion: number;
  /** The dictation's version that is being changed; null for a new one. */
  readonly baseVersion: number | null;
}

/**
 * `idle`: nothing was changed; `waiting`: not kept yet, in a moment it is; `kept`: all of it is on the server; `failing`: it could not be kept
 * and is tried again; `refused`: the server does not take it, `message` says why; `elsewhere`: another tab or computer writes this note.
 */
export interface KeepState {
  readonly phase: 'idle' | 'waiting' | 'kept' | 'failing' | 'refused' | 'elsewhere';
  /** When something was kept last, in milliseconds since 1970. */
  readonly keptAt: number | null;
  readonly message: string | null;
}

export interface DraftToSend extends DraftTarget {
  readonly revision: number;
  readonly takeOver: boolean;
  readonly content: DraftContent;
}

/** Sends a draft; rejects with `ApiError`, or with the signal's reason. */
export type SendDraft = (
  draft: DraftToSend,
  how: { readonly signal?: AbortSignal; readonly outlivesPage?: boolean },
) => Promise<Pick<DraftSaved, 'revision'>>;

/** Keeps what is typed into one note on the server. */
export interface DraftKeeper {
  readonly state: Pick<Store<KeepState>, 'get' | 'subscribe'>;
  readonly target: () => DraftTarget;
  /** Whether a draft is stored on the server, as far as is known here. */
  readonly isStored: () => boolean;
  /** The revision that was read or written last. */
  readonly revision: () => number;
  /** Something was changed; it is sent in a moment. */
  readonly change: (content: DraftContent) => void;
  /** Sends what is waiting now. */
  readonly flush: () => void;
  /** The page is being left: sends what is waiting in a way that outlives it. */
  readonly leave: () => void;
  /** A save begins, which replaces the draft: resolves once nothing is under way. Changes wait until `resume` or `renew`. */
  readonly pause: () => Promise<void>;
  readonly resume: () => void;
  /** The note was saved and its draft is gone: further changes are a new draft. */
  readonly renew: (target: DraftTarget) => void;
  /** Another editor writes this note: stop here. */
  readonly yield: () => void;
  /** This editor goes on, whoever wrote last. */
  readonly takeOver: (revision: number) => void;
  /** Listens for the network to be back; makes up for `stop`. */
  readonly start: () => void;
  readonly stop: () => void;
}

interface KeeperParts {
  readonly target: DraftTarget;
  /** The revision that was read; 0 for a new draft. */
  readonly revision: number;
  readonly send: SendDraft;
}

/** Makes the keeper of one editor. */
export function createDraftKeeper(parts: KeeperParts): DraftKeeper {
  const { send } = parts;
  const store = createStore<KeepState>({ phase: 'idle', keptAt: null, message: null });
  let { target, revision } = parts;
  let unsent: DraftContent | null = null;
  // What the server does not take is not tried again until it is changed, but belongs to what is left behind.
  let refused: DraftContent | null = null;
  // What waited when a save began is in that save; it waits on only where the save did not happen.
  let held: DraftContent | null = null;
  let sending: DraftContent | null = null;
  let underWay: Promise<void> | null = null;
  let waitingSince = 0;
  let failures = 0;
  let isTakingOver = false;
  let isPaused = false;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const set = (phase: KeepState['phase'], message: string | null = null) => store.set({ phase, message });
  const isMine = () => store.get().phase !== 'elsewhere';

  function plan(): void {
    clearTimeout(timer);
    if (unsent === null || underWay !== null || isPaused || isStopped || !isMine()) return;
    const wait =
      failures > 0
        ? Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS)
        : Math.min(QUIET_MS, waitingSince + LONGEST_MS - Date.now());
    timer = setTimeout(write, Math.max(0, wait));
  }

  function write(): void {
    clearTimeout(timer);
    if (unsent === null || underWay !== null || isPaused || isStopped || !isMine()) return;
    const content = unsent;
    unsent = null;
    sending = content;
    underWay = attempt(content).finally(() => {
      underWay = null;
      sending = null;
      plan();
    });
  }

  async function attempt(content: DraftContent): Promise<void> {
    const sentFor = target;
    try {
      const row = await send(
        { ...target, revision, takeOver: isTakingOver, content },
        { signal: AbortSignal.timeout(TIMEOUT_MS) },
      );
      if (sentFor !== target) return;
      revision = row.revision;
      isTakingOver = false;
      failures = 0;
      store.set({ phase: unsent === null ? 'kept' : 'waiting', keptAt: Date.now(), message: null });
    } catch (error) {
      if (sentFor !== target) return;
      // What was typed meanwhile is the newer.
      if (isPaused) held ??= content;
      else unsent ??= content;
      fail(error, content);
    }
  }

  function fail(error: unknown, content: DraftContent): void {
    const isRefusal = error instanceof ApiError && !error.isTemporary;
    if (isRefusal && (error.code === 'STALE' || error.code === 'NOT_FOUND')) return set('elsewhere');
    // A session that ended has its own screen; the page keeps the text until the same user is back.
    if (isRefusal && error.status !== 401) {
      failures = 0;
      // What was typed meanwhile may be taken, and what waits for the end of a save may not be needed.
      if (unsent !== content) return set('waiting');
      refused = content;
      unsent = null;
      return set('refused', error.message);
    }
    failures += 1;
    set('failing');
  }

  const online = () => {
    failures = Math.min(failures, 1);
    write();
  };

  return {
    state: store,
    target: () => target,
    isStored: () => revision > 0,
    revision: () => revision,
    change: (content) => {
      if (unsent === null) waitingSince = Date.now();
      unsent = content;
      refused = null;
      const { phase } = store.get();
      if (phase !== 'failing' && phase !== 'elsewhere' && phase !== 'waiting') set('waiting');
      plan();
    },
    flush: write,
    leave: () => {
      // The newest; a call that is under way ends with the page.
      const content = unsent ?? held ?? sending ?? refused;
      if (content === null || !isMine() || isStopped) return;
      // Nobody is there any more to be told how it ended.
      send({ ...target, revision, takeOver: isTakingOver, content }, { outlivesPage: true }).catch(
        () => null,
      );
    },
    pause: async () => {
      isPaused = true;
      clearTimeout(timer);
      held = unsent;
      unsent = null;
      await underWay;
    },
    resume: () => {
      isPaused = false;
      unsent ??= held;
      held = null;
      plan();
    },
    renew: (next) => {
      target = next;
      revision = 0;
      failures = 0;
      isPaused = false;
      held = null;
      refused = null;
      if (unsent === null) store.set({ phase: 'idle', keptAt: null, message: null });
      plan();
    },
    yield: () => {
      clearTimeout(timer);
      set('elsewhere');
    },
    takeOver: (from) => {
      revision = from;
      isTakingOver = true;
      failures = 0;
      set(unsent === null ? 'idle' : 'waiting');
      plan();
    },
    start: () => {
      isStopped = false;
      window.addEventListener('online', online);
      plan();
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      window.removeEventListener('online', online);
      if (isMine()) set('idle');
    },
  };
}
