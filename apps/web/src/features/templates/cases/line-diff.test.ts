import { describe, expect, it } from 'vitest';
import { diffRows } from './line-diff.ts';

const part = (text: string, isChanged = false) => ({ text, isChanged });

describe('comparing texts', () => {
  it('pairs changed lines and marks their changed words', () => {
    expect(diffRows('Side: Left\nOn the left.', 'Side: Right\nOn the left.')).toEqual([
      {
        kind: 'changed',
        expected: [part('Side: '), part('Left', true)],
        actual: [part('Side: '), part('Right', true)],
      },
      { kind: 'same', text: 'On the left.' },
    ]);
  });

  it('shows missing and additional lines on one side', () => {
    expect(diffRows('one\ntwo', 'one')).toEqual([
      { kind: 'same', text: 'one' },
      { kind: 'changed', expected: [part('two', true)], actual: null },
    ]);
    expect(diffRows('one', 'one\ntwo')).toEqual([
      { kind: 'same', text: 'one' },
      { kind: 'changed', expected: null, actual: [part('two', true)] },
    ]);
  });

  it('skips several equal lines far from a change', () => {
    expect(diffRows('a\nb\nc', 'a\nb\nx').map(({ kind }) => kind)).toEqual(['same', 'same', 'changed']);
    expect(
      diffRows('a\nb\nc\nd\ne', 'a\nb\nc\nd\nx').map((row) =>
        row.kind === 'skipped' ? row.count : row.kind,
      ),
    ).toEqual([3, 'same', 'changed']);
  });
});
