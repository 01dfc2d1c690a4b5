/**
 * Formats the text of an input and keeps the caret after the same digit, even if the mask adds or removes punctuation.
 * Sets the input's value directly, because React moves the caret to the end when it corrects a value. Returns the
 * formatted text.
 */
export function applyMask(
  input: HTMLInputElement | HTMLTextAreaElement,
  format: (typed: string) => string,
): string {
  const { value: typed, selectionStart } = input;
  const text = format(typed);
  if (text === typed) return text;
  const caret = selectionStart ?? typed.length;
  input.value = text;
  // A caret at the end stays at the end, after punctuation and letters that the mask added.
  const place = caret >= typed.length ? text.length : afterDigits(text, countDigits(typed.slice(0, caret)));
  input.setSelectionRange(place, place);
  return text;
}

const countDigits = (text: string): number => text.replace(/\D/g, '').length;

/** The index after the given number of digits. */
function afterDigits(text: string, count: number): number {
  let seen = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (seen === count) return index;
    if (/\d/.test(text.charAt(index))) seen += 1;
  }
  return text.length;
}
