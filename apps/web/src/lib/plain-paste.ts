import { plainLine, plainNote } from '@portal/domain/text';

const TEXT_TYPES = new Set(['text', 'search', 'tel', 'url', 'email']);

/** The text field of an event, or null. */
const fieldOf = (target: EventTarget | null): HTMLInputElement | HTMLTextAreaElement | null =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && TEXT_TYPES.has(target.type))
    ? target
    : null;

/** Text from another program as a field can hold it: every kind of line break is one, or a space in a field of one line. */
const textFor = (field: HTMLInputElement | HTMLTextAreaElement, text: string): string =>
  field instanceof HTMLTextAreaElement
    ? plainNote(text.replaceAll('\0', ' '))
    : plainLine(plainNote(text.replaceAll('\0', ' ')));

/**
 * Inserts text of other programs as the portal stores it, pasted, dropped or from dictation software, so that the person sees at once
 * what will be printed: Word's line breaks (U+000B), form feeds and others become line breaks. Returns a function that ends it.
 */
export function installPlainPaste(page: Document): () => void {
  const paste = (event: ClipboardEvent) => {
    const field = fieldOf(event.target);
    if (field === null || field.readOnly || field.disabled) return;
    const text = event.clipboardData?.getData('text/plain').replaceAll('\r\n', '\n') ?? '';
    const plain = textFor(field, text);
    if (plain === text) return;
    event.preventDefault();
    insertText(page, field, plain);
  };
  const insert = (event: InputEvent) => {
    const field = fieldOf(event.target);
    if (field === null || event.data === null || !event.cancelable) return;
    const plain = textFor(field, event.data);
    if (plain === event.data) return;
    event.preventDefault();
    insertText(page, field, plain);
  };
  page.addEventListener('paste', paste, true);
  page.addEventListener('beforeinput', insert, true);
  return () => {
    page.removeEventListener('paste', paste, true);
    page.removeEventListener('beforeinput', insert, true);
  };
}

/** As if the text was typed: the browser can undo it, and the form hears of it. */
function insertText(page: Document, field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  // Browsers have no other way that keeps Undo; where it is missing, the text is set directly.
  if ('execCommand' in page && page.execCommand('insertText', false, text)) return;
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste', data: text }));
}
