/** A field that holds text. */
export type TextElement = HTMLInputElement | HTMLTextAreaElement;

/**
 * Replaces the selection of a field as if the text was typed: the form hears of it, and the browser can undo it in one step if the
 * field has the focus.
 */
export function insertText(field: TextElement, text: string): void {
  const page = field.ownerDocument;
  // Browsers have no other way that keeps Undo; where it is missing, the text is set directly.
  if (page.activeElement === field && 'execCommand' in page && page.execCommand('insertText', false, text))
    return;
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste', data: text }));
}

/** Replaces the characters from `start` to `end`, in one step that can be undone. */
export function replaceText(field: TextElement, start: number, end: number, text: string): void {
  field.setSelectionRange(start, end);
  insertText(field, text);
}
