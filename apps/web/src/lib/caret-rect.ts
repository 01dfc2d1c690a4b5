import type { TextElement } from './insert-text.ts';

/** What decides where the characters of a text are. */
const COPIED = [
  'font',
  'letterSpacing',
  'lineHeight',
  'padding',
  'tabSize',
  'textIndent',
  'textTransform',
  'wordSpacing',
] as const;

/** Where a character of a field is on the screen. Browsers do not say, so the text is laid out once more. */
export function caretRect(field: TextElement, position: number): DOMRect {
  const style = getComputedStyle(field);
  const copy = document.createElement('div');
  for (const name of COPIED) copy.style[name] = style[name];
  Object.assign(copy.style, {
    position: 'fixed',
    visibility: 'hidden',
    boxSizing: 'border-box',
    width: `${field.clientWidth}px`,
    whiteSpace: field instanceof HTMLTextAreaElement ? 'pre-wrap' : 'pre',
    overflowWrap: 'break-word',
  });
  const caret = document.createElement('span');
  caret.textContent = '|';
  copy.append(field.value.slice(0, position), caret);
  document.body.append(copy);
  const { left, top } = field.getBoundingClientRect();
  const { offsetLeft, offsetTop, offsetHeight } = caret;
  copy.remove();
  return new DOMRect(
    left + offsetLeft - field.scrollLeft,
    top + offsetTop - field.scrollTop,
    0,
    offsetHeight,
  );
}
