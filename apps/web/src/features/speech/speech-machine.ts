import type { WritingField } from '#ui/form/writing-field.ts';

/** Listening, as the person sees it. */
export interface SpeechState {
  /** `stopping`: hears nothing more, and waits for the last words. */
  readonly phase: 'idle' | 'starting' | 'listening' | 'stopping';
  /** Where the words of the current utterance go. */
  readonly field: WritingField | null;
  /** Where the focus went during an utterance: the next one goes there. */
  readonly nextField: WritingField | null;
  readonly provisional: string;
  /** What the person should know, until the next start. */
  readonly notice: string | null;
  /** Final words that could not be written. */
  readonly leftOver: string;
}

export const IDLE: SpeechState = {
  phase: 'idle',
  field: null,
  nextField: null,
  provisional: '',
  notice: null,
  leftOver: '',
};

export type SpeechEvent =
  | { readonly type: 'start'; readonly field: WritingField }
  | { readonly type: 'started' }
  | { readonly type: 'heard'; readonly provisional: string }
  /** Final words were written, or are left over. */
  | { readonly type: 'placed' }
  | { readonly type: 'leftOver'; readonly words: string; readonly notice: string }
  | { readonly type: 'focused'; readonly field: WritingField }
  | { readonly type: 'notice'; readonly notice: string | null }
  | { readonly type: 'stop' }
  | { readonly type: 'ended'; readonly notice: string | null }
  | { readonly type: 'closed' };

/** The next state. Events that do not belong to a phase change nothing, such as words that arrive after the end. */
export function nextSpeechState(state: SpeechState, event: SpeechEvent): SpeechState {
  const isActive = state.phase !== 'idle';
  switch (event.type) {
    case 'start':
      return isActive ? state : { ...IDLE, phase: 'starting', field: event.field };
    case 'started':
      return state.phase === 'starting' ? { ...state, phase: 'listening' } : state;
    case 'heard':
      return isActive ? afterUtterance({ ...state, provisional: event.provisional }) : state;
    case 'placed':
      return isActive ? afterUtterance({ ...state, provisional: '' }) : state;
    case 'leftOver':
      return { ...state, leftOver: `${state.leftOver} ${event.words}`.trim(), notice: event.notice };
    case 'focused':
      if (state.phase !== 'listening' && state.phase !== 'starting') return state;
      return afterUtterance({ ...state, nextField: event.field });
    case 'notice':
      return { ...state, notice: event.notice };
    case 'stop':
      return isActive ? { ...state, phase: 'stopping' } : state;
    case 'ended':
      return isActive
        ? { ...IDLE, field: state.field, leftOver: state.leftOver, notice: state.notice ?? event.notice }
        : state;
    default:
      return isActive ? state : IDLE;
  }
}

/** Words that were begun in one field never end in another: the field changes between two utterances. */
function afterUtterance(state: SpeechState): SpeechState {
  if (state.provisional !== '' || state.nextField === null) return state;
  return { ...state, field: state.nextField, nextField: null };
}
