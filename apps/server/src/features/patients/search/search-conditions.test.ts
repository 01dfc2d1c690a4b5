import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canMatch, mrnRanges } from './search-conditions-repo.ts';

const numbers = fc.oneof(fc.integer({ min: 1, max: 2000 }), fc.integer({ min: 1, max: 99_999_999 }));
const digitWord = (minLength: number, maxLength: number) =>
  fc
    .array(fc.constantFrom('0', '0', '1', '2', '9'), { minLength, maxLength })
    .map((digits) => digits.join(''));

describe('medical record numbers by leading zeros', () => {
  it('are found by a longer word within the eight digits, by words or by a range', () => {
    fc.assert(
      fc.property(numbers, digitWord(3, 9), (mrn, digits) => {
        const whole = String(mrn).padStart(8, '0');
        const term =
          digits.length === 8
            ? ({ kind: 'mrn', mrn: digits, digits } as const)
            : ({ kind: 'digits', digits } as const);
        const inRange = mrnRanges(term).some(({ from, to }) => from <= mrn && mrn <= to);
        expect(String(mrn).includes(digits) || inRange).toBe(whole.includes(digits));
      }),
      { numRuns: 5000 },
    );
  });

  it('are found by a short word that they begin with', () => {
    fc.assert(
      fc.property(numbers, digitWord(1, 2), (mrn, text) => {
        const inRange = mrnRanges({ kind: 'short', text }).some(({ from, to }) => from <= mrn && mrn <= to);
        expect(inRange).toBe(String(mrn).padStart(8, '0').startsWith(text));
      }),
    );
  });

  it('are not found by words with letters', () => {
    expect(mrnRanges({ kind: 'text', text: 'roe' })).toEqual([]);
    expect(mrnRanges({ kind: 'short', text: 'r2' })).toEqual([]);
  });
});

describe('words that cannot match', () => {
  it.each(['%', '_', '\\', '__ %', "'"])('include %j', (text) => {
    expect(canMatch({ kind: 'short', text })).toBe(false);
  });

  it.each(['jo', '李', 'ø'.normalize('NFC')])('do not include %j', (text) => {
    expect(canMatch({ kind: 'short', text: text.replace('ø', 'o') })).toBe(true);
  });
});
