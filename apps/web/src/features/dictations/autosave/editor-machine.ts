import type { DraftBase, DraftContent } from '@portal/contract/dictation-drafts';
import type { Dictation } from '@portal/contract/dictations';
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

/** The save of the dictation itself. */
export type SaveState =
  | { readonly phase: 'editing' }
  /** Autosave pauses. `included`: the newest content when the save began, which is part of it. */
  | { readonly phase: 'saving'; readonly action: SaveAction; readonly included: DraftContent | null }
  /** Someone else saved first: their version. */
  | { readonly phase: 'conflict'; readonly theirs: Dictation };

/** Why the last action failed. */
export interface EditorProblem extends FormProblem {
  /** Where the user can fix it. */
  readonly at: 'patient' | 'form' | 'complications' | { readonly fieldId: string } | null;
}

export interface EditorState {
  /** The saved dictation; null while there is none. */
  readonly dictation: Dictation | null;
  readonly target: DraftTarget;
  /** The draft's revision on the server; 0 while it has none. */
  readonly revision: number;
  /** The next autosave replaces another editor's draft. */
  readonly isTakingOver: boolean;
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
  | { readonly type: 'saveStarted'; readonly action: SaveAction }
  | { readonly type: 'saveEnded'; readonly saved: Saved | null; readonly failure: SaveFailure | null }
  | { readonly type: 'problemFound'; readonly problem: EditorProblem }
  | { readonly type: 'keptMine' };

/** The dictation is saved and its draft removed. `draftId` is for the next draft. */
export interface Saved {
  readonly dictation: Dictation;
  readonly draftId: string;
}

/** The server has a version that someone else saved, or the save failed for another reason. */
export type SaveFailure = { readonly theirs: Dictation } | { readonly problem: EditorProblem };

/** The state of an editor that has just been opened. */
export const initialState = (
  start: Pick<EditorState, 'dictation' | 'target' | 'revision' | 'isTakingOver'>,
): EditorState => ({ ...start, draft: { phase: 'idle' }, save: { phase: 'editing' }, problem: null });

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
      const included = newest(draft)?.content ?? null;
      return { ...state, save: { phase: 'saving', action: event.action, included }, problem: null };
    }
    case 'saveEnded': {
      const { saved, failure } = event;
      const isConflict = failure !== null && 'theirs' in failure;
      return {
        ...state,
        ...(saved !== null && afterSave(state, saved)),
        save: isConflict ? { phase: 'conflict', theirs: failure.theirs } : { phase: 'editing' },
        problem: failure === null || isConflict ? null : failure.problem,
      };
    }
    case 'problemFound':
      return { ...state, problem: event.problem };
    case 'keptMine':
      if (save.phase !== 'conflict') break;
      return { ...state, dictation: save.theirs, save: { phase: 'editing' } };
  }
  return state;
}

function withChange(draft: DraftState, content: DraftContent, at: number): DraftState {
  if (draft.phase === 'sending') return { ...draft, newer: { content, since: draft.newer?.since ?? at } };
  if (draft.phase === 'idle' || draft.phase === 'saved' || draft.phase === 'rejected')
    return { phase: 'waiting', unsent: { content, since: at } };
  return { ...draft, unsent: { content, since: draft.unsent?.since ?? at } };
}

/** Typing during the save becomes a draft of the saved dictation, unless another editor took it over. */
function afterSave(
  { target, draft, save }: EditorState,
  { dictation, draftId }: Saved,
): Pick<EditorState, 'dictation' | 'target' | 'revision' | 'draft'> {
  const unsent = newest(draft);
  const isIncluded = save.phase === 'saving' && unsent?.content === save.included;
  return {
    dictation,
    target: { ...target, draftId, dictationId: dictation.id, baseVersion: dictation.version },
    revision: 0,
    draft:
      draft.phase === 'conflict' && !isIncluded && unsent !== null
        ? draft
        : waitingFor(isIncluded ? null : unsent),
  };
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
export interface UnsentDraft {
  readonly content: DraftContent;
  readonly draftId: string;
  readonly baseVersion: number | null;
  readonly revision: number;
}

/** What to restore after the session has ended; null if nothing is lost. */
export function unsentDraft(state: EditorState): UnsentDraft | null {
  const content = unsentContent(state);
  const { draftId, baseVersion } = state.target;
  return content && { content: withBase(state, content), draftId, baseVersion, revision: state.revision };
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
