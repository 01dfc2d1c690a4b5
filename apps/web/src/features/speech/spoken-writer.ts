import { insertSpoken } from '@portal/domain/speech/insert-spoken';
import { replaceText } from '#lib/insert-text.ts';
import { SPEECH_PROBLEMS } from '#lib/speech/engine.ts';
import { isWritable, writingFieldOf, type WritingField } from '#ui/form/writing-field.ts';

/** Words that were written, so that they can be removed again. */
interface Written {
  readonly field: WritingField;
  readonly start: number;
  readonly text: string;
  readonly replaced: string;
}

/** Whether words were written, and why listening ends, or null. */
interface WriteResult {
  readonly isWritten: boolean;
  readonly notice: string | null;
  readonly amounts: readonly string[];
}

const NOTHING = { isWritten: true, notice: null, amounts: [] } as const;

/** So many parts can be removed, one after the other. */
const MAX_REMEMBERED = 20;

/** Writes what was said at the caret of a text, and removes it again. */
export class SpokenWriter {
  #written: readonly Written[] = [];

  forget(): void {
    this.#written = [];
  }

  /**
   * Writes words at the caret. Words that make a text too long are written all the same, as typed ones are, so that none is lost: the text
   * then says by how much, and cannot be saved.
   */
  write({ element, label }: WritingField, words: string): WriteResult {
    // As it is now: its limit may have changed since the words began.
    const field = writingFieldOf(element);
    if (field === null || !isWritable(field))
      return {
        ...NOTHING,
        isWritten: false,
        notice: SPEECH_PROBLEMS[element.isConnected ? 'readOnly' : 'gone'],
      };
    const { value: text } = element;
    const start = element.selectionStart ?? text.length;
    const end = element.selectionEnd ?? text.length;
    const isMultiLine = element instanceof HTMLTextAreaElement;
    const change = insertSpoken(words, { text, start, end, isMultiLine });
    if (change === null) return NOTHING;
    const problem = field.lengthProblem(text.slice(0, change.start) + change.text + text.slice(change.end));
    // Speaking is activity, as typing is: the session does not end while somebody dictates.
    element.dispatchEvent(new InputEvent('beforeinput', { bubbles: true, inputType: 'insertText' }));
    replaceText(element, change.start, change.end, change.text);
    const replaced = text.slice(change.start, change.end);
    const written = { field, start: change.start, text: change.text, replaced };
    this.#written = [...this.#written, written].slice(-MAX_REMEMBERED);
    const amounts = change.amounts.map((range) => change.text.slice(range.start, range.end));
    return { ...NOTHING, amounts, notice: problem === null ? null : `Stopped in ${label}: ${problem}.` };
  }

  /** Removes the words that were written last; false if they are no longer as they were written. */
  scratch(): boolean {
    const last = this.#written.at(-1);
    if (last === undefined || !isWritable(last.field)) return false;
    const { element } = last.field;
    const end = last.start + last.text.length;
    if (element.value.slice(last.start, end) !== last.text) return false;
    replaceText(element, last.start, end, last.replaced);
    this.#written = this.#written.slice(0, -1);
    return true;
  }
}
