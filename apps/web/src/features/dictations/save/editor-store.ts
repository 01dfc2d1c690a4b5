import type { DraftBase, DraftContent, DraftSaved } from '@portal/contract/dictation-drafts';
import type { Dictation } from '@portal/contract/dictations';
import { ApiError } from '#lib/api/api-error.ts';
import { randomId, randomUuid } from '#lib/api/random-id.ts';
import { createStore, type Store } from '#lib/session/state.ts';
import { toShownError } from '#ui/shown-error.ts';
import {
  unsentContent,
  initialState,
  nextState,
  nextStep,
  sendDelay,
  type DraftTarget,
  type EditorEvent,
  type EditorState,
  type OpenedEditor,
  type SaveAction,
  type SaveBody,
  type SaveFailure,
  type SaveStep,
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

/** What the store needs of the portal. */
export interface EditorCalls {
  readonly sendDraft: SendDraft;
  /** Carries out a step of a save. Rejects with `ApiError`. */
  readonly perform: (step: SaveStep) => Promise<Dictation>;
  /** A recent change by this user may be this editor's own save whose answer was lost. */
  readonly userId: string;
  /** Names a part of the draft for the user, from its path in the request, such as `content.formData.note`. */
  readonly nameOfPath: (path: string) => string;
}

/**
 * Holds the state of one editor and sends what the state machine says is due: its draft, one request at a time, and its saves. Retries
 * are safe: a lost answer never creates two dictations or a half-signed one.
 */
export interface EditorStore {
  readonly state: Pick<Store<EditorState>, 'get' | 'subscribe'>;
  readonly dispatch: (event: EditorEvent) => void;
  /** Records a change; it is sent shortly. */
  readonly change: (content: DraftContent) => void;
  /** Saves, or saves and signs, once no draft is in flight. Resolves to false when it failed. */
  readonly save: (action: SaveAction, body: SaveBody) => Promise<boolean>;
  /** Sends pending changes now. */
  readonly flush: () => void;
  /** Sends pending changes with a request that outlives the page. Call when the screen is left. */
  readonly leave: () => void;
  /** Resolves once no draft is in flight. */
  readonly settled: () => Promise<void>;
  /** Starts to send, also when the tab is hidden, the page is closed, or the network is back. */
  readonly start: () => void;
  readonly stop: () => void;
}

/** Creates the store of one editor. */
export function createEditorStore(opened: OpenedEditor, calls: EditorCalls): EditorStore {
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
    inFlight = outcomeOfDraft(requestOf(draft.sent.content), calls)
      .then(dispatch)
      .finally(() => {
        inFlight = null;
        schedule();
      });
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
    calls.sendDraft(requestOf(content), { outlivesPage: true }).catch(() => null);
  }

  const settled = async () => {
    await inFlight;
  };

  async function save(action: SaveAction, body: SaveBody): Promise<boolean> {
    dispatch({ type: 'saveStarted', action, body });
    await settled();
    return performSteps(action, calls, () => nextStep(store.get()), dispatch);
  }

  return {
    state: store,
    dispatch,
    change: (content) => dispatch({ type: 'changed', content, at: Date.now() }),
    save,
    flush,
    leave,
    settled,
    start: () => {
      const retryNow = () => {
        dispatch({ type: 'cameOnline' });
        flush();
      };
      listening = watchPage({ onOnline: retryNow, onClose: leave, onHidden: flush });
      schedule();
    },
    stop: () => {
      clearTimeout(timer);
      listening?.abort();
      listening = null;
    },
  };
}

interface PageEvents {
  readonly onOnline: () => void;
  readonly onClose: () => void;
  readonly onHidden: () => void;
}

/** Aborting the result removes the listeners. */
function watchPage({ onOnline, onClose, onHidden }: PageEvents): AbortController {
  const watching = new AbortController();
  const { signal } = watching;
  window.addEventListener('online', onOnline, { signal });
  window.addEventListener('pagehide', onClose, { signal });
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') onHidden();
  };
  document.addEventListener('visibilitychange', onVisibility, { signal });
  return watching;
}

/** Carries out the steps of a save, and returns whether the last one was answered. */
async function performSteps(
  action: SaveAction,
  calls: EditorCalls,
  next: () => SaveStep | null,
  dispatch: (event: EditorEvent) => void,
): Promise<boolean> {
  let isDone = false;
  for (let step = next(); step !== null; step = next()) {
    // oxlint-disable-next-line no-await-in-loop -- each step continues from the answer to the one before
    const event = await outcomeOf(step, action, calls);
    dispatch(event);
    isDone = event.type === 'saveAnswered';
  }
  return isDone;
}

async function outcomeOfDraft(draft: DraftToSend, calls: EditorCalls): Promise<EditorEvent> {
  try {
    const { revision } = await calls.sendDraft(draft, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return { type: 'sent', revision, at: Date.now() };
  } catch (error) {
    return draftFailure(error, calls.nameOfPath);
  }
}

async function outcomeOf(step: SaveStep, action: SaveAction, calls: EditorCalls): Promise<EditorEvent> {
  try {
    return { type: 'saveAnswered', step, dictation: await calls.perform(step), draftId: randomUuid() };
  } catch (error) {
    const failure = saveFailure(error, { step, action, userId: calls.userId });
    return { type: 'saveFailed', step, failure, newKey: randomId() };
  }
}

function draftFailure(error: unknown, nameOfPath: EditorCalls['nameOfPath']): EditorEvent {
  // An expired session has its own screen; the page keeps the text until the same user signs in again.
  if (!(error instanceof ApiError) || error.isTemporary || error.status === 401)
    return { type: 'sendFailed' };
  if (error.code === 'STALE' || error.code === 'NOT_FOUND') return { type: 'editedElsewhere' };
  const fields = Object.entries(error.fieldErrors).flatMap(([path, messages]) =>
    messages.map((message) => `${nameOfPath(path)}: ${message}`),
  );
  return { type: 'sendRejected', message: fields.length === 0 ? error.message : fields.join('. ') };
}

const FALLBACKS: Readonly<Record<SaveAction, string>> = {
  draft: 'Failed to save dictation',
  review: 'Failed to save dictation for review',
  sign: 'Failed to submit dictation',
};

function saveFailure(
  error: unknown,
  { step, action, userId }: { step: SaveStep; action: SaveAction; userId: string },
): SaveFailure {
  const { message, hint = null, fieldErrors = {}, requestId = null } = toShownError(error, FALLBACKS[action]);
  const details = Object.values(fieldErrors)
    .flat()
    .filter((text) => !message.includes(text));
  const problem = { message, hint, details, requestId, at: null };
  if (!(error instanceof ApiError)) return { isLost: false, own: null, theirs: null, problem };
  const { code, isTemporary } = error;
  const current = isDictation(error.current) ? error.current : null;
  const isOwn =
    current?.updatedByUser.id === userId && code === (step.kind === 'create' ? 'CONFLICT' : 'STALE');
  return {
    isLost: isTemporary || code === 'DUPLICATE_REQUEST',
    own: isOwn ? current : null,
    theirs: code === 'STALE' || current?.status === 'Signed' ? current : null,
    problem,
  };
}

/** Type guard for the current record that comes with STALE. */
function isDictation(value: unknown): value is Dictation {
  return (
    typeof value === 'object' &&
    value !== null &&
    'formData' in value &&
    'version' in value &&
    'updatedByUser' in value
  );
}

/** What two people can change in a saved dictation. */
export const baseOf = (dictation: Dictation): DraftBase => ({
  patientId: dictation.patientId,
  patientName: dictation.patientName,
  patientMRN: dictation.patientMRN,
  patient: dictation.patient,
  patientDOB: dictation.patientDOB,
  patientGender: dictation.patientGender,
  providerId: dictation.providerId,
  providerName: dictation.providerName,
  locationId: dictation.locationId,
  procedureLocation: dictation.procedureLocation,
  procedureDate: dictation.procedureDate,
  formData: dictation.formData,
  editedFields: dictation.editedFields,
  billingCodes: dictation.billingCodes,
  billingOption: dictation.billingOption,
  complications: dictation.complications,
});

/** Content with the saved dictation that it changes, so that others' changes can be merged later. */
export const withBase = ({ dictation }: EditorState, content: DraftContent): DraftContent =>
  dictation === null ? content : { ...content, base: baseOf(dictation) };

/** Unsent content with what it is based on: the version of the dictation, and the draft on the server. */
export interface UnsentDraft extends Pick<DraftTarget, 'draftId' | 'baseVersion'> {
  readonly content: DraftContent;
  readonly revision: number;
}

/** What to restore after the session has ended; null if nothing is lost. */
export function unsentDraft(state: EditorState): UnsentDraft | null {
  const content = unsentContent(state);
  const { draftId, baseVersion } = state.target;
  return content && { content: withBase(state, content), draftId, baseVersion, revision: state.revision };
}
