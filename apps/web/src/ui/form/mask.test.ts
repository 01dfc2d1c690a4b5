import { formatPhoneInput } from '@portal/domain/phone';
import { describe, expect, it } from 'vitest';
import { applyMask } from './mask.ts';

/** Applies the mask; `|` marks the caret before and after. */
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
    ['stays at the end', '(555) 1234|', '(555) 123-4|'],
    ['stays after a digit typed in the middle', '(5595|) 123-4567', '(5595|) 123-4567'],
    ['stays in place when a digit is deleted', '(55|) 123-4567', '(55|) 123-4567'],
    ['skips deleted punctuation', '(555) 123|4567', '(555) 123|-4567'],
    ['stays at the start', '|(555) 123-4567', '|(555) 123-4567'],
    ['stays at the end of a new extension', '(555) 123-4567x|', '(555) 123-4567 x|'],
  ])('%s', (_name, before, after) => {
    expect(masked(before)).toBe(after);
  });
});
