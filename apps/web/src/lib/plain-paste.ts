import { plainLine, plainNote } from '@portal/domain/text';
import { insertText, type TextElement } from './insert-text.ts';

const TEXT_TYPES = new Set(['text', 'search', 'tel', 'url', 'email']);

/** The text field of an event, or null. */
const fieldOf = (target: EventTarget | null): TextElement | null =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && TEXT_TYPES.has(target.type))
    ? target
    : null;

/** Text from another program as a field can hold it: every kind of line break is one, or a space in a field of one line. */
const textFor = (field: TextElement, text: string): string =>
  field instanceof HTMLTextAreaElement
    ? plainNote(text.replaceAll('\0', ' '))
    : plainLine(plainNote(text.replaceAll('\0', ' ')));

function pastePlain(event: ClipboardEvent): void {
  const field = fieldOf(event.target);
  if (field === null || field.readOnly || field.disabled) return;
  const text = event.clipboardData?.getData('text/plain').replaceAll('\r\n', '\n') ?? '';
  const plain = textFor(field, text);
  if (plain === text) return;
  event.preventDefault();
  insertText(field, plain);
}

function insertPlain(event: InputEvent): void {
  const field = fieldOf(event.target);
  if (field === null || event.data === null || !event.cancelable) return;
  const plain = textFor(field, event.data);
  if (plain === event.data) return;
  event.preventDefault();
  insertText(field, plain);
}

/**
 * Inserts text of other programs as the portal stores it, pasted, dropped or from dictation software, so that the person sees at once
 * what will be printed: Word's line breaks (U+000B), form feeds and others become line breaks. Returns a function that ends it.
 */
export function installPlainPaste(page: Document): () => void {
  page.addEventListener('paste', pastePlain, true);
  page.addEventListener('beforeinput', insertPlain, true);
  return () => {
    page.removeEventListener('paste', pastePlain, true);
    page.removeEventListener('beforeinput', insertPlain, true);
  };
}
