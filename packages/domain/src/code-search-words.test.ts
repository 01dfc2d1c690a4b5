import { describe, expect, it } from 'vitest';
import { readSearchWords, searchWordProblem } from './code-search-words.ts';

describe('search words', () => {
  it('are a word and its meaning on each line; blank lines are ignored', () => {
    expect([...readSearchWords('LBP = low back pain\n\n crps=Complex regional\nCRPS = causalgia')]).toEqual([
      ['lbp', [['low', 'back', 'pain']]],
      ['crps', [['complex', 'regional'], ['causalgia']]],
    ]);
  });

  it.each(['LBP', '= pain', 'LBP =', 'low back = pain', 'A = b = c', 'LBP = …'])(
    'are refused without one word and a meaning: %j',
    (line) => {
      expect(searchWordProblem(`A = b\n${line}`)).toContain('Line 2 must be one word');
    },
  );

  it('may be blank', () => {
    expect(searchWordProblem('')).toBeNull();
  });
});
