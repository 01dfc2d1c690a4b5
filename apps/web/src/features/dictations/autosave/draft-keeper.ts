import type { DraftContent, DraftSaved } from '@portal/contract/dictation-drafts';
import { ApiError } from '#lib/api/api-error.ts';
import { createStore } from '#lib/session/state.ts';
import type { Store } from '#lib/session/state.ts';

/** Autosave after this many milliseconds without typing, and at the latest after `LONGEST_MS` of continuous typing. */
export const QUIET_MS = 800;
export const LONGEST_MS = 2000;
/** Request timeout. A request without a response by then counts as failed. */
const TIMEOUT_MS = 15_000;
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 10_000;

/** The dictation that a draft belongs to. */
export interface DraftTarget {
  readonly draftId: string;
  /** null while the dictation has not been saved. */
  readonly dictationId: string | null;
  readonly templateId: string;
  readonly templateVersion: number;
  /** The version of the dictation being edited; null for a new one. */
  readonly baseVersion: number | null;
}

/**
 * Autosave state. `idle`: no changes; `waiting`: changes will be sent shortly; `kept`: all changes are on the server; `failing`:
 * saving failed and will be retried; `refused`: the server rejected the draft (`message` says why); `elsewhere`: conflict, the
 * dictation is being edited in another tab or on another computer.
 */
export interface KeepState {
  readonly phase: 'idle' | 'waiting' | 'kept' | 'failing' | 'refused' | 'elsewhere';
  /** Time of the last autosave, in milliseconds since 1970. */
  readonly keptAt: number | null;
  readonly message: string | null;
}

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

/** Autosaves the draft of one dictation to the server. */
export interface DraftKeeper {
  readonly state: Pick<Store<KeepState>, 'get' | 'subscribe'>;
  readonly target: () => DraftTarget;
  /** Whether the server has a draft, as far as this editor knows. */
  readonly isStored: () => boolean;
  /** The revision last read or written. */
  readonly revision: () => number;
  /** Records a change; it is sent shortly. */
  readonly change: (content: DraftContent) => void;
  /** Sends pending changes now. */
  readonly flush: () => void;
  /** Sends pending changes with a request that outlives the page. Call when the page is being left. */
  readonly leave: () => void;
  /** Call before a save that replaces the draft. Resolves once no request is in flight; changes wait until `resume` or `renew`. */
  readonly pause: () => Promise<void>;
  readonly resume: () => void;
  /** Call after the dictation was saved and its draft removed. Further changes create a new draft. */
  readonly renew: (target: DraftTarget) => void;
  /** Stops because another editor is editing this dictation. */
  readonly yield: () => void;
  /** Continues in this editor, even if another one wrote last. */
  readonly takeOver: (revision: number) => void;
  /** Starts listening for the network to come back; reverses `stop`. */
  readonly start: () => void;
  readonly stop: () => void;
}

interface KeeperParts {
  readonly target: DraftTarget;
  /** The revision that was loaded; 0 for a new draft. */
  readonly revision: number;
  readonly send: SendDraft;
}

/** Creates the autosave of one editor. */
export function createDraftKeeper(parts: KeeperParts): DraftKeeper {
  const { send } = parts;
  const store = createStore<KeepState>({ phase: 'idle', keptAt: null, message: null });
  let { target, revision } = parts;
  let unsent: DraftContent | null = null;
  // Content the server rejected. It is not retried until it changes, but it is still sent when the page is left.
  let refused: DraftContent | null = null;
  // Changes pending when a save began. They are part of that save and are sent again only if it fails.
  let pausedContent: DraftContent | null = null;
  let sending: DraftContent | null = null;
  let inFlight: Promise<void> | null = null;
  let pendingSince = 0;
  let failures = 0;
  let isTakingOver = false;
  let isPaused = false;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const set = (phase: KeepState['phase'], message: string | null = null) => store.set({ phase, message });
  const isActiveEditor = () => store.get().phase !== 'elsewhere';

  function schedule(): void {
    clearTimeout(timer);
    if (unsent === null || inFlight !== null || isPaused || isStopped || !isActiveEditor()) return;
    const wait =
      failures > 0
        ? Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS)
        : Math.min(QUIET_MS, pendingSince + LONGEST_MS - Date.now());
    timer = setTimeout(write, Math.max(0, wait));
  }

  function write(): void {
    clearTimeout(timer);
    if (unsent === null || inFlight !== null || isPaused || isStopped || !isActiveEditor()) return;
    const content = unsent;
    unsent = null;
    sending = content;
    inFlight = attempt(content).finally(() => {
      inFlight = null;
      sending = null;
      schedule();
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
      // Anything typed since then is newer.
      if (isPaused) pausedContent ??= content;
      else unsent ??= content;
      fail(error, content);
    }
  }

  function fail(error: unknown, content: DraftContent): void {
    const isRefusal = error instanceof ApiError && !error.isTemporary;
    if (isRefusal && (error.code === 'STALE' || error.code === 'NOT_FOUND')) return set('elsewhere');
    // An expired session has its own screen; the page keeps the text until the same user signs in again.
    if (isRefusal && error.status !== 401) {
      failures = 0;
      // Newer text may be accepted, and text waiting for a save to finish may not be needed.
      if (unsent !== content) return set('waiting');
      refused = content;
      unsent = null;
      return set('refused', error.message);
    }
    failures += 1;
    set('failing');
  }

  const retryWhenOnline = () => {
    failures = Math.min(failures, 1);
    write();
  };

  return {
    state: store,
    target: () => target,
    isStored: () => revision > 0,
    revision: () => revision,
    change: (content) => {
      if (unsent === null) pendingSince = Date.now();
      unsent = content;
      refused = null;
      const { phase } = store.get();
      if (phase !== 'failing' && phase !== 'elsewhere' && phase !== 'waiting') set('waiting');
      schedule();
    },
    flush: write,
    leave: () => {
      // Send the newest content; a request in flight is canceled with the page.
      const content = unsent ?? pausedContent ?? sending ?? refused;
      if (content === null || !isActiveEditor() || isStopped) return;
      // The page is gone, so nobody can handle the result.
      send({ ...target, revision, takeOver: isTakingOver, content }, { outlivesPage: true }).catch(
        () => null,
      );
    },
    pause: async () => {
      isPaused = true;
      clearTimeout(timer);
      pausedContent = unsent;
      unsent = null;
      await inFlight;
    },
    resume: () => {
      isPaused = false;
      unsent ??= pausedContent;
      pausedContent = null;
      schedule();
    },
    renew: (next) => {
      target = next;
      revision = 0;
      failures = 0;
      isPaused = false;
      pausedContent = null;
      refused = null;
      if (unsent === null) store.set({ phase: 'idle', keptAt: null, message: null });
      schedule();
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
      schedule();
    },
    start: () => {
      isStopped = false;
      window.addEventListener('online', retryWhenOnline);
      schedule();
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      window.removeEventListener('online', retryWhenOnline);
      if (isActiveEditor()) set('idle');
    },
  };
}
