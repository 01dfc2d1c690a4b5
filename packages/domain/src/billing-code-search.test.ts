import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeSearchWords } from './billing-code-search.ts';

describe('billing code search', () => {
  it.each([
    ['lumbar radiculopathy', ['lumbar', 'radiculopathy']],
    ['M54.16', ['m5416']],
    ['m54.', ['m54']],
    ['M54.1 pain', ['m541', 'pain']],
    ['m5416', ['m5416']],
    ['L4-L5', ['l4', 'l5']],
    ['Ménière’s disease', ['meniere', 's', 'disease']],
    ['pain, pain', ['pain']],
    ['0.5 ml', ['0', '5', 'ml']],
    ['%_', []],
    ['(left)', ['left']],
  ])('%j searches for %j', (typed, words) => {
    expect(codeSearchWords(typed)).toEqual(words);
  });

  it.each(['', ' ', 'm', ' m '])('does not search for %j, fewer than 2 characters', (typed) => {
    expect(codeSearchWords(typed)).toBeNull();
  });

  it('counts every word', () => {
    expect(codeSearchWords('a1 b2 c3 d4 e5 f6 g7 h8 i9 j10')).toHaveLength(10);
  });

  it('returns words of letters and digits for any input', () => {
    assert(
      property(string({ unit: 'grapheme', maxLength: 80 }), (typed) => {
        const words = codeSearchWords(typed) ?? [];
        expect(words.every((word) => /^[a-z0-9]+$/.test(word))).toBe(true);
      }),
    );
  });
});
