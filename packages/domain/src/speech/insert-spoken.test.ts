import { assert, nat, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { insertSpoken } from './insert-spoken.ts';
import { writtenForm } from './written-form.ts';

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
    ['needle of 3.5 in. length', '|', 'Needle of 3.5 in. length|'],
    ['new line. plan', 'Stable.|', 'Stable.\nPlan|'],
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

const found = (spoken: string) => {
  const change = insertSpoken(spoken, { text: 'At', start: 2, end: 2, isMultiLine: true });
  return change?.amounts.map(({ start, end }) => change.text.slice(start, end)) ?? [];
};

describe('a number that was begun before a pause', () => {
  it.each([
    ['twenty', 'five milligrams', '20 five milligrams'],
    ['two hundred', 'fifty milligrams', '200 fifty milligrams'],
    ['two hundred', 'and fifty milligrams', '200 and fifty milligrams'],
    ['two hundred and', 'fifty milligrams', '200 and fifty milligrams'],
    ['two', 'hundred milligrams', 'two hundred milligrams'],
    ['one', 'point five milliliters', 'one point five milliliters'],
    ['one point', 'five milliliters', 'one point five milliliters'],
    ['zero point', 'two five percent', 'zero point two five percent'],
    ['point two', 'five percent', 'point two five percent'],
    ['two and', 'a half milliliters', 'two and a half milliliters'],
    ['two', 'and a half milliliters', 'two and a half milliliters'],
    ['two and', 'half a milliliter', 'two and half a milliliter'],
    ['one', 'half percent', 'one half percent'],
    ['twenty', 'two gauge', '20 two gauge'],
    ['at Erb’s', 'point five milliliters', 'at Erb’s point five milliliters'],
    ['trigger point', 'five milliliters', 'trigger point five milliliters'],
    ['Kenalog', 'forty one milliliter', 'Kenalog forty one milliliter'],
    ['Kenalog forty', 'one milliliter', 'Kenalog 40 one milliliter'],
    ['Omnipaque 240', 'two milliliters', 'Omnipaque 240 two milliliters'],
    ['june', 'twenty four milligrams', 'June twenty four milligrams'],
    ['march third', 'twenty milligrams', 'March 3 twenty milligrams'],
    ['vitamin', 'C one tablet', 'vitamin C 1 tablet'],
    ['L four', 'five milliliters', 'L4 5 mL'],
    ['forty', 'milligrams', '40 milligrams'],
    ['given.', 'five milligrams', 'given. 5 mg'],
    ['given', 'five milligrams', 'given 5 mg'],
    ['given\n', 'point five milligrams', 'given\n0.5 mg'],
  ])('%j and %j', (before, after, text) => {
    const start = writtenForm(before);
    expect(said(after, `${start}|`)).toBe(`${text}|`);
  });
});

describe('amounts that were spoken', () => {
  it.each([
    ['forty milligrams with two milliliters of point two five percent', ['40 mg', '2 mL', '0.25%']],
    ['triamcinolone 40 mg with 2 mL of 0.25% bupivacaine.', ['40 mg', '2 mL', '0.25%']],
    ['a 22-gauge 3.5-inch needle at L four L five to S1', ['22-gauge', '3.5-inch', 'L4-L5', 'S1']],
    ['pressure one twenty over eighty, pain six out of ten', ['120/80', '6/10']],
    ['pressure 120/80, epinephrine 1:200,000', ['120/80', '1:200,000']],
    ['one fifty milligrams was given', ['one fifty milligrams']],
    ['twenty-two fifty milligrams', ['twenty-two fifty milligrams']],
    ['that point five milligrams', ['point five milligrams']],
    ['fifty to one hundred milligrams', ['50 to 100 mg']],
    ['one half percent', ['half percent']],
    ['kenalog forty', ['40']],
    ['pulse 72 on March 3, 2026 at 10:15 AM', ['72']],
    ['january fifteenth twenty twenty six at ten fifteen a m', []],
    ['a fifty five year old', []],
    ['code 64483 for M54.16 and SpO2', []],
    ['phone 555-123-4567', []],
    ['one of them', []],
    ['', []],
  ])('%j has %j', (spoken, amounts) => {
    expect(found(spoken)).toEqual(amounts);
  });

  it('are where the words are', () => {
    const change = insertSpoken('forty milligrams', { text: 'Given', start: 5, end: 5, isMultiLine: true });
    expect(change).toEqual({ start: 5, end: 5, text: ' 40 mg', amounts: [{ start: 1, end: 6 }] });
  });
});
