import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Expression } from './expression.ts';
import { evaluateFormula, formulaOperands, formulaText, mapFormula, parseFormula } from './formula.ts';
import { MME_FACTORS } from './mme.ts';
import { columnValue, type FieldValue } from './value.ts';

const VALUES: Readonly<Record<string, FieldValue>> = {
  a: '7',
  b: '2.5',
  zero: '0',
  word: 'seven',
  levels: ['L4', 'L5'],
  numbers: ['1', '2'],
  from: '2026-01-05',
  to: '01/19/2026',
  lesions: [{ seconds: '90', level: 'L4' }, { seconds: '60.5' }, {}],
  none: [],
  drugs: [
    { drug: 'Oxycodone', dose: '20' },
    { drug: 'methadone ', dose: '10' },
    { drug: 'Fentanyl transdermal (mcg/h)', dose: '25' },
  ],
  unknown: [{ drug: 'Buprenorphine', dose: '8' }],
  partial: [{ drug: 'Morphine', dose: '' }],
};
const calculate = (text: string) => {
  const read = parseFormula(text);
  if ('problem' in read) return `?${read.problem}`;
  const result = evaluateFormula(read.value, {
    value: (id) => {
      const [head = '', column] = id.split('.');
      return column === undefined ? VALUES[head] : columnValue(VALUES[head], column);
    },
    label: (id) => (id.startsWith('gone') ? undefined : id.toUpperCase()),
  });
  return 'value' in result ? result.value : `!${result.problem}`;
};

describe('formulas', () => {
  it.each([
    ['1 + 2 * 3', '7'],
    ['(1 + 2) * 3', '9'],
    ['10 - 3 - 2', '5'],
    ['-a + 10', '3'],
    ['0.1 + 0.2', '0.3'],
    ['1 / 3', '0.333333'],
    ['a * b', '17.5'],
    ['a - empty', ''],
    ['empty', ''],
    ['sum(lesions.seconds)', '150.5'],
    ['sum(numbers, a)', '10'],
    ['sum(none)', '0'],
    ['sum(empty, a)', '7'],
    ['count(levels)', '2'],
    ['count(lesions)', '2'],
    ['count(lesions.level)', '1'],
    ['count(none)', '0'],
    ['min(a, b)', '2.5'],
    ['max(lesions.seconds, 70)', '90'],
    ['max(none)', ''],
    ['round(1.005, 2)', '1.01'],
    ['round(-2.5)', '-3'],
    ['round(empty)', ''],
    ['days(from, to)', '14'],
    ['days(to, from)', '-14'],
    ['days(from, empty)', ''],
    ['mme(drugs.drug, drugs.dose)', '137'],
    ['mme(partial.drug, partial.dose)', ''],
    ['mme(none.drug, none.dose)', '0'],
    ['0 * -1', '0'],
    ['0.0000001 * 1', '0'],
    ['100000000 * 1000000', '100000000000000'],
  ])('%s = %s', (text, result) => {
    expect(calculate(text)).toBe(result);
  });

  it.each([
    ['a + word', '!“WORD” is not a number.'],
    ['sum(levels)', '!“LEVELS” is not a number.'],
    ['levels + 1', '!“LEVELS” has several values.'],
    ['a / zero', '!it divides by 0.'],
    ['gone + 1', '!there is no field “gone”.'],
    ['sum(gone.x)', '!there is no field “gone.x”.'],
    ['days(from, word)', '!“WORD” is not a date.'],
    ['mme(unknown.drug, unknown.dose)', '!the MME factor of “Buprenorphine” is not known.'],
    ['round(a, 7)', '!it rounds to 7 digits, but only 0 to 6 are possible.'],
    ['99999999 * 99999999', '!the result is too large.'],
  ])('%s cannot be calculated: %s', (text, problem) => {
    expect(calculate(text)).toBe(problem);
  });

  it.each([
    ['', '?is empty.'],
    ['a +', '?cannot be read to its end.'],
    ['a b', '?cannot be read.'],
    ['a == 1', '?has “==”, which only conditions can have.'],
    ['not a', '?has “not”, which only conditions can have.'],
    ['"a"', '?can have only numbers, fields, and functions.'],
    [
      'median(a)',
      '?uses the function “median”, which does not exist. Functions are sum, min, max, round, count, days, mme.',
    ],
    [
      'constructor(a)',
      '?uses the function “constructor”, which does not exist. Functions are sum, min, max, round, count, days, mme.',
    ],
    ['count(a, b)', '?needs one field in count(…).'],
    ['days(a)', '?needs two fields in days(…).'],
    ['sum()', '?needs values in sum(…).'],
    ['count(1)', '?can use count(…) with fields only.'],
    ['1e5', '?cannot be read at “1e5”.'],
    ['mme(a, b)', '?needs two columns of the same rows in mme(…), such as drugs.drug and drugs.mg_per_day.'],
  ])('%s is refused: %s', (text, problem) => {
    expect(calculate(text)).toBe(problem);
  });

  it('know the ten factors of the guideline', () => {
    expect(Object.values(MME_FACTORS)).toEqual([0.15, 2.4, 1, 5, 4.7, 1, 1.5, 3, 0.4, 0.2]);
  });

  it('list their operands, and can have others', () => {
    const read = parseFormula('a + sum(lesions.seconds) - a');
    if ('problem' in read) throw new Error(read.problem);
    expect(formulaOperands(read.value)).toEqual(['a', 'lesions.seconds', 'a']);
    expect(formulaText(mapFormula(read.value, (id) => `new_${id}`))).toBe(
      'new_a + sum(new_lesions.seconds) - new_a',
    );
  });
});

const formula = fc.letrec<{ node: Expression }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', maxDepth: 5 },
    fc.constantFrom('1', '0.5', '-3', '20').map((text): Expression => ({ kind: 'number', text })),
    fc
      .constantFrom('a', 'b', 'zero', 'word', 'levels', 'empty', 'lesions.seconds')
      .map((text): Expression => ({ kind: 'operand', text })),
    // A minus and a number are one number when they are read.
    tie('node').map((of): Expression => (of.kind === 'number' ? of : { kind: 'unary', operator: '-', of })),
    fc
      .tuple(fc.constantFrom('+', '-', '*', '/'), tie('node'), tie('node'))
      .map(([operator, left, right]): Expression => ({ kind: 'binary', operator, left, right })),
    fc
      .tuple(fc.constantFrom('sum', 'min', 'max'), fc.array(tie('node'), { minLength: 1, maxLength: 3 }))
      .map(([name, args]): Expression => ({ kind: 'call', name, args })),
  ),
})).node;

describe('any formula', () => {
  it('is the same after it was printed and read', () => {
    fc.assert(
      fc.property(formula, (each) => {
        const text = formulaText(each);
        fc.pre(text.length <= 500);
        expect(parseFormula(text)).toEqual({ value: each });
      }),
    );
  });

  it('has a number without an exponent, nothing, or a problem', () => {
    fc.assert(
      fc.property(formula, (each) => {
        expect(calculate(formulaText(each))).toMatch(/^(?:-?\d+(?:\.\d{1,6})?|)$|^[!?]/u);
      }),
    );
  });
});
