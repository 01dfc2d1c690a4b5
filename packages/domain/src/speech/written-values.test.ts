import { array, assert, constantFrom, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { insertSpoken } from './insert-spoken.ts';
import { digitWords, runsIn, wordsOf } from './test/spoken-values.ts';
import { writtenForm } from './written-form.ts';

/** Numbers, units and what is said around them; times, dates, levels and pressures have tests of their own. */
const AROUND = 'the of with at trigger patient lidocaine kenalog needle and tolerated each erb’s'.split(' ');
const WORDS = [
  ...(
    'zero one two three five nine ten fifteen nineteen twenty fifty ninety hundred thousand million oh point ' +
    'and to by or half milligrams milliliters milliliter mg mL cc percent % gauge inch units volts degrees weeks ' +
    'tablets hours celsius twenty-two forty-five 2 22 100 240 1,000 .25 .5 5.0 0.125'
  ).split(' '),
  ...AROUND,
];
const spoken = array(constantFrom(...WORDS), { maxLength: 14 });
const SAMPLE = { seed: 39, numRuns: 10_000 };

const UNITS: Readonly<Record<string, string>> = {
  milligrams: 'mg',
  milliliters: 'ml',
  milliliter: 'ml',
  cc: 'ml',
  percent: '%',
  volts: 'v',
};
const DOSE = /(?<![\d.,])(\d[\d,]*(?:\.\d+)?)(?:\s|-)?(mg|mL|%|gauge|units|V)(?![\p{L}\d])/gu;

/** Amounts in digits with a unit: what nobody would notice if it were wrong. */
const dosesIn = (text: string) =>
  [...text.matchAll(DOSE)].map(
    ([, value = '', unit = '']) => `${Number(value.replaceAll(',', ''))} ${unit.toLowerCase()}`,
  );

/** What was said before a unit, where the words name one number, and what the recognizer already wrote so. */
const saidDoses = (text: string) => [
  ...dosesIn(text.replaceAll(/(?<!\d)\.(?=\d)/gu, '0.')),
  ...runsIn(text).flatMap(({ value, next }) => (value === null ? [] : [`${value} ${UNITS[next] ?? next}`])),
];

/** "And" is also a part of numbers. */
const others = (text: string) =>
  text.split(/[\s%-]+/u).filter((word) => word !== 'and' && AROUND.includes(word));

const values = (text: string) =>
  runsIn(text)
    .map(({ value }) => value)
    .toSorted((a, b) => (a ?? -1) - (b ?? -1));

describe('the written form', () => {
  it('has the numbers that were said', () => {
    assert(
      property(spoken, (words) => {
        const said = words.filter((word) => word !== 'half' && word !== 'oh').join(' ');
        expect(values(writtenForm(said))).toEqual(values(said));
      }),
      SAMPLE,
    );
  });

  it('has no dose that was not said', () => {
    assert(
      property(spoken, (words) => {
        const said = words.filter((word) => word !== 'half' && word !== 'oh').join(' ');
        expect(saidDoses(said)).toEqual(expect.arrayContaining(dosesIn(writtenForm(said))));
      }),
      SAMPLE,
    );
  });

  it('loses no other word', () => {
    assert(
      property(spoken, (words) => {
        expect(others(writtenForm(words.join(' ')))).toEqual(others(words.join(' ')));
      }),
      SAMPLE,
    );
  });
});

describe('words after a pause', () => {
  it('make no dose that was not said', () => {
    assert(
      property(spoken, (all) => {
        const words = all.filter((word) => word !== 'half' && word !== 'oh');
        for (let at = 1; at < words.length; at += 1) {
          const parts = [words.slice(0, at).join(' '), words.slice(at).join(' ')];
          let text = '';
          for (const part of parts) {
            const change = insertSpoken(part, {
              text,
              start: text.length,
              end: text.length,
              isMultiLine: true,
            });
            text = text.slice(0, change?.start ?? text.length) + (change?.text ?? '');
          }
          expect(saidDoses(words.join(' '))).toEqual(expect.arrayContaining(dosesIn(text)));
        }
      }),
      { ...SAMPLE, numRuns: 2000 },
    );
  });
});

describe('every number', () => {
  it('from 0 to 9,999 before a unit', () => {
    for (let value = 0; value < 10_000; value += 1)
      expect(writtenForm(`${wordsOf(value)} milligrams`)).toBe(`${value.toLocaleString('en-US')} mg`);
  });

  it('with up to three decimals before percent', () => {
    for (let value = 0; value < 5000; value += 1) {
      const [whole = 0, decimals = ''] = (value / 1000).toFixed(3).split('.');
      const said = `${wordsOf(Number(whole))} point ${digitWords(decimals)} percent`;
      expect(writtenForm(said)).toBe(`${value / 1000}%`);
    }
  });

  it('of a blood pressure', () => {
    for (let upper = 100; upper < 260; upper += 1) {
      const [hundreds, rest] = [Math.floor(upper / 100), upper % 100];
      const short = rest === 0 ? 'hundred' : rest < 10 ? `oh ${wordsOf(rest)}` : wordsOf(rest);
      expect(writtenForm(`${wordsOf(hundreds)} ${short} over eighty`)).toBe(`${upper}/80`);
      expect(writtenForm(`${wordsOf(upper)} over ${wordsOf(70)}`)).toBe(`${upper}/70`);
    }
  });

  it('of a time', () => {
    for (let minute = 0; minute < 60; minute += 1) {
      const said = minute === 0 ? '' : minute < 10 ? `oh ${wordsOf(minute)} ` : `${wordsOf(minute)} `;
      const text = minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`;
      expect(writtenForm(`ten ${said}a m`)).toBe(`10${text} AM`);
    }
  });

  it('of a level, and none that the spine does not have', () => {
    for (const [region, last] of Object.entries({ C: 8, T: 12, L: 5, S: 5 }))
      for (let level = 0; level < 15; level += 1) {
        const isLevel = level >= 1 && level <= last;
        const said = `${region} ${wordsOf(level)}`;
        expect(writtenForm(said)).toBe(isLevel ? `${region}${level}` : said);
      }
  });

  it('of a needle', () => {
    for (let gauge = 10; gauge <= 34; gauge += 1)
      expect(writtenForm(`${wordsOf(gauge)} gauge`)).toBe(`${gauge}-gauge`);
  });
});
