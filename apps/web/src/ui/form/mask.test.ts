import { formatPhoneInput } from '@portal/domain/phone';
import { describe, expect, it } from 'vitest';
import { applyMask } from './mask.ts';

/** `|` marks the caret, before and after. */
function masked(typed: string): string {
  const input = document.createElement('input');
  input.value = typed.replace('|', '');
  input.setSelectionRange(typed.indexOf('|'), typed.indexOf('|'));
  applyMask(input, formatPhoneInput);
  const caret = input.selectionStart ?? 0;
  return `${input.value.slice(0, caret)}|${input.value.slice(caret)}`;
}

describe('caret of a formatted field', () => {
  it.each([
    ['at the end it stays at the end', '(555) 1234|', '(555) 123-4|'],
    ['a digit typed in the middle keeps it behind that digit', '(5595|) 123-4567', '(559) 5|12-3456'],
    ['a deleted digit closes the gap', '(55|) 123-4567', '(55|1) 234-567'],
    ['deleting punctuation steps over it', '(555) 123|4567', '(555) 123|-4567'],
    ['in front of everything it stays in front', '|(555) 123-4567', '|(555) 123-4567'],
    ['an extension that is begun', '(555) 123-4567x|', '(555) 123-4567 x|'],
  ])('%s', (_name, before, after) => {
    expect(masked(before)).toBe(after);
  });
});
