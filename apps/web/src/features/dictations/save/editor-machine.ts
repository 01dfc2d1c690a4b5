import type { DraftContent } from '@portal/contract/dictation-drafts';
import type { Dictation, DictationBody } from '@portal/contract/dictations';
import type { FormProblem } from '#ui/form/field-errors.ts';

/** Autosave this many milliseconds after the last change, and at the latest `LONGEST_MS` after the first unsent one. */
const QUIET_MS = 800;
const LONGEST_MS = 2000;
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

/** Content that the server does not have yet. */
interface Unsent {
  readonly content: DraftContent;
  /** When the first change in it was made, in milliseconds since 1970. */
  readonly since: number;
}

/** The draft: what the server is missing, and what happens next. */
export type DraftState =
  /** No changes since the dictation was opened or saved. */
  | { readonly phase: 'idle' }
  | { readonly phase: 'waiting'; readonly unsent: Unsent }
  /** `newer`: changed since it was sent; `failures`: failed attempts before this one. */
  | {
      readonly phase: 'sending';
      readonly sent: Unsent;
      readonly newer: Unsent | null;
      readonly failures: number;
    }
  | { readonly phase: 'saved'; readonly at: number }
  | { readonly phase: 'retrying'; readonly unsent: Unsent; readonly failures: number }
  /** The server rejected it. It is not sent again until it changes, except when the page is left. */
  | { readonly phase: 'rejected'; readonly unsent: Unsent; readonly message: string }
  /** Another editor has the dictation. Nothing is sent. */
  | { readonly phase: 'conflict'; readonly unsent: Unsent | null }
  /** The user discarded the draft. Nothing is sent; if it fails, this goes on as before. */
  | { readonly phase: 'discarded'; readonly unsent: Unsent | null; readonly hadConflict: boolean };

export type SaveAction = 'draft' | 'review' | 'sign';

/** The body of a save, without the template and the draft ID. */
export type SaveBody = Omit<DictationBody, 'templateId' | 'templateVersion' | 'draftId' | 'orderId'>;

/** What a save sends. */
export interface SaveRequest {
  readonly body: SaveBody;
  /** The draft that the save removes. */
  readonly draftId: string;
}

/** A request of a save. Signing is a second one, after the content is saved. */
export type SaveStep =
  | { readonly kind: 'create'; readonly request: SaveRequest; readonly key: string }
  | { readonly kind: 'update'; readonly request: SaveRequest; readonly id: string; readonly version: number }
  | { readonly kind: 'sign'; readonly id: string; readonly version: number };

/** The save of the dictation itself. */
export type SaveState =
  | { readonly phase: 'editing' }
  /** Autosave pauses. `included`: the newest content when the save began, which is part of it. */
  | {
      readonly phase: 'saving';
      readonly action: SaveAction;
      readonly request: SaveRequest;
      readonly included: DraftContent | null;
    }
  /** Someone else saved first: their version. */
  | { readonly phase: 'conflict'; readonly theirs: Dictation };

/** Why the last action failed. */
export interface EditorProblem extends FormProblem {
  /** Where the user can fix it. */
  readonly at: 'patient' | 'form' | 'complications' | { readonly fieldId: string } | null;
}

/** A problem that the user can fix in the form. */
export const problemOf = (message: string, at: EditorProblem['at'] = null): EditorProblem => ({
  message,
  hint: null,
  details: [],
  requestId: null,
  at,
});

export interface EditorState {
  /** The saved dictation; null while there is none. */
  readonly dictation: Dictation | null;
  readonly target: DraftTarget;
  /** The draft's revision on the server; 0 while it has none. */
  readonly revision: number;
  /** The next autosave replaces another editor's draft. */
  readonly isTakingOver: boolean;
  /** Whether the editor began with the draft’s text. One that began empty must not replace what the draft became. */
  readonly isContinued: boolean;
  /** Idempotency key for creating the dictation. */
  readonly createKey: string;
  /** The last save without an answer. It may have reached the server. */
  readonly unanswered: SaveRequest | null;
  /** The body of the last answered save, as JSON. */
  readonly savedBody: string | null;
  readonly draft: DraftState;
  readonly save: SaveState;
  readonly problem: EditorProblem | null;
}

/** Times (`at`) are in milliseconds since 1970. */
export type EditorEvent =
  // The draft
  | { readonly type: 'changed'; readonly content: DraftContent; readonly at: number }
  | { readonly type: 'sendStarted' }
  | { readonly type: 'sent'; readonly revision: number; readonly at: number }
  | { readonly type: 'sendFailed' }
  | { readonly type: 'sendRejected'; readonly message: string }
  | { readonly type: 'cameOnline' }
  | { readonly type: 'editedElsewhere' }
  | { readonly type: 'tookOver' }
  | { readonly type: 'discarded' }
  | { readonly type: 'discardFailed' }
  // The dictation
  | { readonly type: 'saveStarted'; readonly action: SaveAction; readonly body: SaveBody }
  /** `draftId` is for the next draft: the save removed this one. */
  | {
      readonly type: 'saveAnswered';
      readonly step: SaveStep;
      readonly dictation: Dictation;
      readonly draftId: string;
    }
  /** `newKey` is for the next attempt to create the dictation. */
  | {
      readonly type: 'saveFailed';
      readonly step: SaveStep;
      readonly failure: SaveFailure;
      readonly newKey: string;
    }
  | { readonly type: 'problemFound'; readonly problem: EditorProblem }
  | { readonly type: 'keptMine' };

export interface SaveFailure {
  /** No answer arrived, so the request may have succeeded. */
  readonly isLost: boolean;
  /** The server's version that a save did not expect, if this user changed it last. */
  readonly own: Dictation | null;
  /** Someone else's version that prevents the save; null when it failed for another reason. */
  readonly theirs: Dictation | null;
  readonly problem: EditorProblem;
}

/** The state of an editor that has just been opened. */
export const initialState = (start: OpenedEditor): EditorState => ({
  ...start,
  unanswered: null,
  savedBody: null,
  draft: { phase: 'idle' },
  save: { phase: 'editing' },
  problem: null,
});

/** What an editor begins with. */
export type OpenedEditor = Pick<
  EditorState,
  'dictation' | 'target' | 'revision' | 'isTakingOver' | 'isContinued' | 'createKey'
>;

/** The next state. Events that make no sense in a state leave it as it is. */
export function nextState(state: EditorState, event: EditorEvent): EditorState {
  const { draft, save } = state;
  switch (event.type) {
    case 'changed':
      return { ...state, draft: withChange(draft, event.content, event.at) };
    case 'sendStarted':
      if (draft.phase !== 'waiting' && draft.phase !== 'retrying') break;
      return {
        ...state,
        draft: {
          phase: 'sending',
          sent: draft.unsent,
          newer: null,
          failures: draft.phase === 'retrying' ? draft.failures : 0,
        },
      };
    case 'sent':
      if (draft.phase !== 'sending') return { ...state, revision: event.revision };
      return {
        ...state,
        revision: event.revision,
        isTakingOver: false,
        draft:
          draft.newer === null ? { phase: 'saved', at: event.at } : { phase: 'waiting', unsent: draft.newer },
      };
    case 'sendFailed':
      if (draft.phase !== 'sending') break;
      return {
        ...state,
        draft: { phase: 'retrying', unsent: draft.newer ?? draft.sent, failures: draft.failures + 1 },
      };
    case 'sendRejected':
      if (draft.phase !== 'sending') break;
      return draft.newer === null
        ? { ...state, draft: { phase: 'rejected', unsent: draft.sent, message: event.message } }
        : { ...state, draft: waitingFor(draft.newer) };
    case 'cameOnline':
      if (draft.phase !== 'retrying') break;
      return { ...state, draft: { ...draft, failures: 1 } };
    case 'editedElsewhere':
      if (draft.phase === 'discarded') break;
      return { ...state, draft: { phase: 'conflict', unsent: newest(draft) } };
    case 'tookOver':
      return { ...state, isTakingOver: true, draft: waitingFor(newest(draft)) };
    case 'discarded':
      return {
        ...state,
        draft: { phase: 'discarded', unsent: newest(draft), hadConflict: draft.phase === 'conflict' },
      };
    case 'discardFailed':
      if (draft.phase !== 'discarded') break;
      return {
        ...state,
        draft: draft.hadConflict ? { phase: 'conflict', unsent: draft.unsent } : waitingFor(draft.unsent),
      };
    case 'saveStarted': {
      const { action, body } = event;
      const request = { body, draftId: state.target.draftId };
      const included = newest(draft)?.content ?? null;
      // A repeated signature does not save again what it has already saved.
      const savedBody = action === 'sign' ? state.savedBody : null;
      return { ...state, savedBody, save: { phase: 'saving', action, request, included }, problem: null };
    }
    case 'saveAnswered':
      return save.phase === 'saving' ? afterAnswer(state, save, event) : state;
    case 'saveFailed':
      return save.phase === 'saving' ? afterFailure(state, event) : state;
    case 'problemFound':
      return { ...state, problem: event.problem };
    case 'keptMine':
      if (save.phase !== 'conflict') break;
      return { ...basedOn(state, save.theirs), save: { phase: 'editing' } };
  }
  return state;
}

function withChange(draft: DraftState, content: DraftContent, at: number): DraftState {
  if (draft.phase === 'sending') return { ...draft, newer: { content, since: draft.newer?.since ?? at } };
  if (draft.phase === 'idle' || draft.phase === 'saved' || draft.phase === 'rejected')
    return { phase: 'waiting', unsent: { content, since: at } };
  return { ...draft, unsent: { content, since: draft.unsent?.since ?? at } };
}

/** What the editor sends next for the save in progress; null when there is none. */
export function nextStep(state: EditorState): SaveStep | null {
  const { save, dictation, target, unanswered, createKey } = state;
  if (save.phase !== 'saving') return null;
  const { request } = save;
  // An unanswered request is repeated first: its key returns the same dictation if the server already created one.
  if (dictation === null) return { kind: 'create', request: unanswered ?? request, key: createKey };
  const saved = { id: dictation.id, version: target.baseVersion ?? dictation.version };
  return hasSaved(state, request.body) ? { kind: 'sign', ...saved } : { kind: 'update', request, ...saved };
}

/** Whether the last answered save had this body. */
export const hasSaved = ({ savedBody }: EditorState, body: SaveBody): boolean =>
  savedBody === JSON.stringify(body);

type Saving = Extract<SaveState, { readonly phase: 'saving' }>;
type EventOf<Type> = Extract<EditorEvent, { readonly type: Type }>;

/** The next save goes onto this version. */
const basedOn = (state: EditorState, dictation: Dictation): EditorState => ({
  ...state,
  dictation,
  target: { ...state.target, dictationId: dictation.id, baseVersion: dictation.version },
  unanswered: null,
  savedBody: null,
});

function afterAnswer(
  before: EditorState,
  save: Saving,
  { step, dictation, draftId }: EventOf<'saveAnswered'>,
): EditorState {
  const based = basedOn(before, dictation);
  if (step.kind === 'sign')
    return { ...based, savedBody: before.savedBody, save: { phase: 'editing' }, problem: null };
  const state = {
    ...based,
    target: { ...based.target, draftId },
    revision: 0,
    savedBody: JSON.stringify(step.request.body),
  };
  // An older request was repeated: the text of this save is still missing.
  if (!hasSaved(state, save.request.body)) return state;
  return {
    ...state,
    draft: afterSave(state.draft, save),
    save: save.action === 'sign' ? save : { phase: 'editing' },
    problem: null,
  };
}

/** Typing during the save becomes a draft of the saved dictation, unless another editor took it over. */
function afterSave(draft: DraftState, { included }: Saving): DraftState {
  const unsent = newest(draft);
  const typed = unsent?.content === included ? null : unsent;
  return draft.phase === 'conflict' && typed !== null ? draft : waitingFor(typed);
}

function afterFailure(state: EditorState, { step, failure, newKey }: EventOf<'saveFailed'>): EditorState {
  const own = savedBefore(state, step, failure);
  if (own !== null) return basedOn(state, own);
  const { isLost, theirs, problem } = failure;
  const failed: EditorState = {
    ...state,
    unanswered: isLost && step.kind !== 'sign' ? step.request : null,
    // A rejected request created nothing, so the next attempt needs a new key.
    createKey: step.kind === 'create' && !isLost ? newKey : state.createKey,
  };
  // The repeated older request was rejected, so it was never saved: continue with this one.
  if (step.kind === 'create' && !isLost && state.unanswered !== null) return failed;
  return theirs === null
    ? { ...failed, save: { phase: 'editing' }, problem }
    : { ...failed, save: { phase: 'conflict', theirs } };
}

/** The server's version if it comes from this editor's own save whose answer was lost, else null. */
function savedBefore(
  { unanswered, isContinued }: EditorState,
  step: SaveStep,
  { own }: SaveFailure,
): Dictation | null {
  if (own === null) return null;
  if (step.kind === 'update') return unanswered !== null && own.version === step.version + 1 ? own : null;
  const mayHaveSaved = unanswered !== null || isContinued;
  return step.kind === 'create' && mayHaveSaved && own.status !== 'Signed' ? own : null;
}

const waitingFor = (unsent: Unsent | null): DraftState =>
  unsent === null ? { phase: 'idle' } : { phase: 'waiting', unsent };

/** The newest content that the server may not have. */
function newest(draft: DraftState): Unsent | null {
  if (draft.phase === 'sending') return draft.newer ?? draft.sent;
  return 'unsent' in draft ? draft.unsent : null;
}

/** Milliseconds until the draft is due to be sent; null when there is nothing to send, and during a save. */
export function sendDelay({ draft, save }: EditorState, now: number): number | null {
  if (save.phase === 'saving') return null;
  if (draft.phase === 'retrying')
    return Math.min(FIRST_RETRY_MS * 2 ** (draft.failures - 1), LONGEST_RETRY_MS);
  if (draft.phase !== 'waiting') return null;
  return Math.max(0, Math.min(QUIET_MS, draft.unsent.since + LONGEST_MS - now));
}

/** The content that is lost when the page closes now, also one in flight, which is canceled with the page. */
export function unsentContent({ draft }: EditorState): DraftContent | null {
  if (draft.phase === 'conflict' || draft.phase === 'discarded') return null;
  return newest(draft)?.content ?? null;
}

/** Whether the server may have a draft. A failed or unfinished request may have created one. */
export const mayHaveDraft = ({ revision, draft }: EditorState): boolean =>
  revision > 0 || draft.phase === 'sending' || draft.phase === 'retrying';

/** What the user sees of the autosave. */
export type DraftStatus = Exclude<DraftState['phase'], 'sending' | 'discarded'>;

export function draftStatus(draft: DraftState): DraftStatus {
  if (draft.phase === 'sending') return draft.failures > 0 ? 'retrying' : 'waiting';
  return draft.phase === 'discarded' ? 'idle' : draft.phase;
}
