import { assert, nat, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountsIn } from './amounts.ts';
import { insertSpoken } from './insert-spoken.ts';

/** Inserts at "|", or replaces what is between two of them. */
function said(spoken: string, marked: string, isMultiLine = true): string {
  const start = marked.indexOf('|');
  const text = marked.replaceAll('|', '');
  const end = Math.max(start, marked.lastIndexOf('|') - 1);
  const change = insertSpoken(spoken, { text, start, end, isMultiLine });
  if (change === null) return marked;
  return `${text.slice(0, change.start)}${change.text}|${text.slice(change.end)}`;
}

describe('words at the caret', () => {
  it.each([
    ['the patient was prone', '|', 'The patient was prone|'],
    ['period', 'Stable|', 'Stable.|'],
    ['period', 'Stable |', 'Stable.|'],
    ['no complications', 'Stable.|', 'Stable. No complications|'],
    ['no complications', 'Stable. |', 'Stable. No complications|'],
    ['no complications', 'Stable?|', 'Stable? No complications|'],
    ['No complications', 'Stable, |', 'Stable, no complications|'],
    ['Smith was present', 'Doctor|', 'Doctor Smith was present|'],
    ['left', 'the | knee', 'the left| knee'],
    ['left', 'the |knee', 'the left |knee'],
    ['right', 'the |left| knee', 'the right| knee'],
    ['comma left', 'pain| side', 'pain, left| side'],
    ['new line plan', 'Stable.|', 'Stable.\nPlan|'],
    ['plan', 'Stable.\n|', 'Stable.\nPlan|'],
    ['done period new paragraph plan', '|', 'Done.\n\nPlan|'],
    ['stable period she may go home period', '|', 'Stable. She may go home.|'],
    ['open quote it burns close quote', 'She said|', 'She said "it burns"|'],
    ['close quote', '"it burns |', '"it burns"|'],
    ['L four L five', 'at|', 'at L4-L5|'],
    ['left', '(|)', '(left|)'],
    ['MRI of the spine', '|', 'MRI of the spine|'],
    ['forty milligrams', 'Triamcinolone|', 'Triamcinolone 40 mg|'],
    ['', 'Stable|', 'Stable|'],
    ['   ', 'Stable|', 'Stable|'],
  ])('%j at %j', (spoken, before, after) => {
    expect(said(spoken, before)).toBe(after);
  });

  it('has no line break in a field of one line', () => {
    expect(said('left new line right', '|', false)).toBe('Left right|');
  });

  it('changes nothing else, whatever the text', () => {
    assert(
      property(string({ unit: 'binary' }), string({ unit: 'binary' }), nat(), (spoken, text, at) => {
        const start = at % (text.length + 1);
        const change = insertSpoken(spoken, { text, start, end: start, isMultiLine: true });
        if (change === null) return;
        expect(change.end).toBe(start);
        expect(text.slice(change.start, start).trim()).toBe('');
      }),
    );
  });
});

const found = (text: string) => amountsIn(text).map(({ start, end }) => text.slice(start, end));

describe('amounts that were spoken', () => {
  it.each([
    ['Triamcinolone 40 mg with 2 mL of 0.25% bupivacaine.', ['40 mg', '2 mL', '0.25%']],
    ['A 22-gauge 3.5-inch needle at L4-L5 and S1.', ['22-gauge', '3.5-inch']],
    ['Pressure 120/80, pain 6/10.', ['120/80', '6/10']],
    ['one fifty milligrams was given', ['one fifty milligrams']],
    ['that point five milligrams', ['point five milligrams']],
    ['one of them', []],
    ['At C7-T1 on March 3, 2026', ['3', '2026']],
    ['', []],
  ])('%j has %j', (text, amounts) => {
    expect(found(text)).toEqual(amounts);
  });

  it('are found in 100 KB at once', () => {
    expect(amountsIn('one '.repeat(25_000))).toEqual([]);
    expect(amountsIn('1 mg '.repeat(20_000))).toHaveLength(20_000);
  });

  it('are given with the words', () => {
    const change = insertSpoken('forty milligrams', { text: 'Given', start: 5, end: 5, isMultiLine: true });
    expect(change).toEqual({ start: 5, end: 5, text: ' 40 mg', amounts: [{ start: 1, end: 6 }] });
  });
});
