import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isConditionMet } from './condition.ts';
import { conditionText, parseCondition } from './condition-text.ts';
import { conditionGroup, type Condition, type ConditionGroup } from './content.ts';
import type { FieldValue } from './value.ts';

const read = (text: string) => {
  const result = parseCondition(text);
  if ('problem' in result) throw new Error(`${text} ${result.problem}`);
  return result.value;
};
const is = (sourceFieldId: string, operator: string, value: string | string[] = '') => ({
  sourceFieldId,
  operator,
  value,
});
const all = (...conditions: unknown[]) => ({ match: 'all', conditions });
const any = (...conditions: unknown[]) => ({ match: 'any', conditions });

describe('conditions as text', () => {
  it.each<[string, unknown]>([
    ['side', is('side', 'is_not_empty')],
    ['not side', is('side', 'is_empty')],
    ['not not side', is('side', 'is_not_empty')],
    ['side == "Left"', is('side', 'equals', 'Left')],
    ["side == 'Left'", is('side', 'equals', 'Left')],
    ['Side == "LEFT"', is('side', 'equals', 'LEFT')],
    ['side == ""', is('side', 'is_empty')],
    ['side != ""', is('side', 'is_not_empty')],
    ['side != "Left"', is('side', 'not_equals', 'Left')],
    ['consent == true', is('consent', 'equals', 'true')],
    ['text == "a \\"b\\" \\\\ c"', is('text', 'equals', 'a "b" \\ c')],
    ['pain < 5', is('pain', 'less_than', '5')],
    ['pain <= 5.5', is('pain', 'at_most', '5.5')],
    ['pain > -1', is('pain', 'greater_than', '-1')],
    ['pain >= 05', is('pain', 'at_least', '05')],
    ['drug contains "kenalog"', is('drug', 'contains', 'kenalog')],
    ['drug startsWith "ken"', is('drug', 'startsWith', 'ken')],
    ['side in ["Left", "Right"]', is('side', 'in', ['Left', 'Right'])],
    ['seen before "2026-01-05"', is('seen', 'before', '2026-01-05')],
    ['patient.age >= 65', is('patient.age', 'at_least', '65')],
    ['lesions.level == "L4"', is('lesions.level', 'equals', 'L4')],
    ['count(muscles) >= 3', { ...is('muscles', 'at_least', '3'), measure: 'count' }],
    ['sum(lesions.seconds) > 90', { ...is('lesions.seconds', 'greater_than', '90'), measure: 'sum' }],
    [
      'days(earlier.date, note.procedureDate) < 14',
      { ...is('note.procedureDate', 'less_than', '14'), measure: 'days', sinceFieldId: 'earlier.date' },
    ],
    ['a and b and c', all(...['a', 'b', 'c'].map((id) => is(id, 'is_not_empty')))],
    ['a and (b and c)', all(...['a', 'b', 'c'].map((id) => is(id, 'is_not_empty')))],
    ['a or b and c', any(is('a', 'is_not_empty'), all(is('b', 'is_not_empty'), is('c', 'is_not_empty')))],
    ['(a or b) and c', all(any(is('a', 'is_not_empty'), is('b', 'is_not_empty')), is('c', 'is_not_empty'))],
    ['not (a and b)', any(is('a', 'is_empty'), is('b', 'is_empty'))],
    ['not side == "Left"', any(is('side', 'is_empty'), is('side', 'not_equals', 'Left'))],
    ['not count(muscles) >= 3', { ...is('muscles', 'less_than', '3'), measure: 'count' }],
    ['not side in ["Left"]', any(is('side', 'is_empty'), is('side', 'not_equals', ['Left']))],
    ['notes', is('notes', 'is_not_empty')],
    ['android', is('android', 'is_not_empty')],
  ])('read %s', (text, condition) => {
    expect(read(text)).toEqual(condition);
  });

  it.each([
    ['side = "Left"', 'cannot be read at “= "Left"”. Write == to compare.'],
    ['side == ', 'cannot be read to its end.'],
    ['side == "Left', 'cannot be read to its end.'],
    ['(side', 'cannot be read to its end.'],
    ['side Left', 'cannot be read.'],
    ['side, level', 'cannot be read at “, level”.'],
    ['side;', 'cannot be read at “;”.'],
    ['side == level', 'compares with something that is neither a text in quotes nor a number.'],
    ['"Left" == side', 'has no field before its operator.'],
    ['5', 'has a value where a condition is needed.'],
    ['-pain', 'is a number and not a condition.'],
    ['a + 1', 'calculates with “+”, which only formulas can do.'],
    ['a[0]', 'cannot be read.'],
    ['a?.b', 'cannot be read.'],
    ['a.b.c', 'cannot be read.'],
    ['max(a) > 1', 'uses “max”, but only count, sum, and days can be compared.'],
    ['count(a, b) > 1', 'needs one field in count(…).'],
    ['count("a") > 1', 'can use count(…) with fields only.'],
    ['days(a) > 1', 'needs two dates in days(…).'],
    ['side in [level]', 'has a list that is not made of texts in quotes.'],
    ['Ärger', 'has “ärger”, which is not a field ID.'],
    ['not pain < 5', 'has “not” before “<”, which has no exact opposite.'],
    ['this', 'cannot be read.'],
    ['a and (b or (c and (d or e)))', 'has more than 3 groups inside each other.'],
    [Array.from({ length: 21 }, () => 'a').join(' or '), 'has more than 20 conditions in one group.'],
    ['a'.repeat(2_001), 'is longer than 2,000 characters.'],
    ['('.repeat(10_000), 'is longer than 2,000 characters.'],
    [`${'('.repeat(900)}a${')'.repeat(900)}`, 'has more than 50 brackets inside each other.'],
  ])('refuse %s', (text, problem) => {
    expect(parseCondition(text)).toEqual({ problem });
  });
});

const operand = fc.constantFrom('a', 'side', 'in', 'before', 'lesions.level', 'patient.age');
const words = fc.oneof(
  fc.constantFrom('Left', '5', '05', '-1.5', '', 'a "b"', '\\', '{{x}}', '}', 'A, B', "it's"),
  fc.string({ maxLength: 12 }),
);
const comparison: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    sourceFieldId: operand,
    operator: fc.constantFrom('equals', 'not_equals', 'contains', 'startsWith', 'less_than', 'at_least'),
    value: fc.oneof(words, fc.array(words, { minLength: 1, maxLength: 3 })),
  }),
  fc.record({
    sourceFieldId: operand,
    operator: fc.constantFrom('is_empty', 'is_not_empty'),
    value: fc.constant(''),
  }),
  fc.record({
    sourceFieldId: operand,
    operator: fc.constant('in'),
    value: fc.oneof(words, fc.array(words, { minLength: 1, maxLength: 3 })),
  }),
  fc.record({
    sourceFieldId: operand,
    operator: fc.constantFrom('at_most', 'greater_than', 'equals'),
    value: fc.constantFrom('3', '0', '12'),
    measure: fc.constantFrom('count', 'sum'),
  }),
  fc.record({
    sourceFieldId: operand,
    operator: fc.constantFrom('at_most', 'is_empty', 'less_than'),
    value: fc.constant('3'),
    measure: fc.constant('days'),
    sinceFieldId: operand,
  }),
);
const group: fc.Arbitrary<Condition | ConditionGroup> = fc.letrec<{ node: Condition | ConditionGroup }>(
  (tie) => ({
    node: fc.oneof(
      { depthSize: 'small', maxDepth: 3, withCrossShrink: true },
      comparison,
      fc.record({
        match: fc.constantFrom('all', 'any'),
        conditions: fc.array(tie('node'), { minLength: 1, maxLength: 3 }),
      }),
    ),
  }),
).node;
const values: fc.Arbitrary<Record<string, FieldValue>> = fc.dictionary(
  operand,
  fc.oneof(
    fc.constantFrom<FieldValue>('Left', '5', '2026-01-05', true, false),
    fc.array(fc.constantFrom('Left', '5', 'A')),
  ),
);

describe('any condition', () => {
  it('is the same after it was printed and read, and has the same answer', () => {
    fc.assert(
      fc.property(group, values, (condition, entered) => {
        const text = conditionText(condition);
        const result = parseCondition(text);
        fc.pre(
          'value' in result || !/groups inside each other|conditions in one group/u.test(result.problem),
        );
        const value = read(text);
        expect(conditionText(read(conditionText(value)))).toBe(conditionText(value));
        const valueOf = (id: string) => (Object.hasOwn(entered, id) ? entered[id] : undefined);
        // A comparison with no text has no answer of its own: `== ""` is read as "is empty".
        fc.pre(!text.includes('""'));
        expect(isConditionMet(value, valueOf)).toBe(isConditionMet(condition, valueOf));
      }),
    );
  });

  it('is one that a template can store', () => {
    fc.assert(
      fc.property(group, (condition) => {
        const result = parseCondition(`side and (${conditionText(condition)})`);
        fc.pre('value' in result);
        expect(conditionGroup.safeParse(result.value).success).toBe(true);
      }),
    );
  });

  it('is never met together with its opposite, and one of them always is', () => {
    fc.assert(
      fc.property(group, values, (condition, entered) => {
        const text = conditionText(condition);
        const [plain, opposite] = [`(${text})`, `not (${text})`].map((each) => parseCondition(each));
        fc.pre(plain !== undefined && opposite !== undefined && 'value' in plain && 'value' in opposite);
        const valueOf = (id: string) => (Object.hasOwn(entered, id) ? entered[id] : undefined);
        expect(isConditionMet(opposite.value, valueOf)).toBe(!isConditionMet(plain.value, valueOf));
      }),
    );
  });

  it('is read or refused, whatever the text', () => {
    const piece = fc.constantFrom(
      'a',
      '==',
      '"',
      '(',
      ')',
      '[',
      ']',
      ',',
      'and',
      'not',
      '.',
      '5',
      'in',
      ' ',
      '-',
      '\\',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((pieces) => pieces.join(' ')),
        ),
        (text) => {
          const result = parseCondition(text);
          expect('problem' in result ? result.problem : conditionText(result.value)).not.toBe('');
        },
      ),
    );
  });
});
