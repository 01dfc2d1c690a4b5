import type { TextElement } from '#lib/insert-text.ts';
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
  /** Words that were heard and could not be written. */
  readonly leftOver: string;
  /** The amounts that were spoken into a text, until the person leaves it. */
  readonly spoken: { readonly element: TextElement; readonly amounts: readonly string[] } | null;
}

export const IDLE: SpeechState = {
  phase: 'idle',
  field: null,
  nextField: null,
  provisional: '',
  notice: null,
  leftOver: '',
  spoken: null,
};

export type SpeechEvent =
  | { readonly type: 'start'; readonly field: WritingField }
  | { readonly type: 'started' }
  | { readonly type: 'heard'; readonly provisional: string }
  /** Final words were written, or are left over. */
  | { readonly type: 'placed' }
  | { readonly type: 'amounts'; readonly element: TextElement; readonly amounts: readonly string[] }
  /** The person has left the text, and so has looked at its amounts. */
  | { readonly type: 'left' }
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
    case 'amounts':
      return { ...state, spoken: withAmounts(state.spoken, event) };
    case 'left':
      return state.spoken === null ? state : { ...state, spoken: null };
    case 'leftOver':
      return { ...state, leftOver: joined(state.leftOver, event.words), notice: event.notice };
    case 'focused':
      if (state.phase !== 'listening' && state.phase !== 'starting') return state;
      return afterUtterance({ ...state, nextField: event.field });
    case 'notice':
      return { ...state, notice: event.notice };
    case 'stop':
      return isActive ? { ...state, phase: 'stopping' } : state;
    case 'ended':
      return isActive
        ? {
            ...IDLE,
            field: state.field,
            // Words that never became final are not lost either.
            leftOver: joined(state.leftOver, state.provisional),
            notice: event.notice ?? state.notice,
            spoken: state.spoken,
          }
        : state;
    default:
      return isActive ? state : { ...IDLE, spoken: state.spoken };
  }
}

const joined = (before: string, words: string) => `${before} ${words}`.trim();

const withAmounts = (
  before: SpeechState['spoken'],
  { element, amounts }: NonNullable<SpeechState['spoken']>,
) =>
  before?.element === element ? { element, amounts: [...before.amounts, ...amounts] } : { element, amounts };

/** Words that were begun in one field never end in another: the field changes between two utterances. */
function afterUtterance(state: SpeechState): SpeechState {
  if (state.provisional !== '' || state.nextField === null) return state;
  return { ...state, field: state.nextField, nextField: null };
}
