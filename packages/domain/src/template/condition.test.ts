import { describe, expect, it } from 'vitest';
import { isMet, matchesValue } from './condition.ts';
import { RULE_OPERATORS } from './content.ts';

describe('rule operators', () => {
  it('have a fixed list', () => {
    expect(RULE_OPERATORS).toEqual([
      'equals',
      'not_equals',
      'contains',
      'in',
      'startsWith',
      'default',
      'is_empty',
      'is_not_empty',
      'less_than',
      'at_most',
      'at_least',
      'greater_than',
      'before',
      'after',
    ]);
  });

  it.each([
    // operator, rule value, source value → matches
    ['equals', 'Left', 'Left', true],
    ['equals', 'left', ' Left ', true],
    ['equals', 'Left', 'Left side', false],
    ['equals', 'L4', ['L3', 'L4'], true],
    ['equals', 'true', true, true],
    ['not_equals', 'Left', 'Right', true],
    ['not_equals', 'Left', 'Left', false],
    ['not_equals', 'L4', ['L3', 'L4'], false],
    ['not_equals', 'L4', ['L3'], true],
    ['contains', 'fluoro', 'With Fluoroscopy', true],
    ['contains', 'ct', 'Fluoroscopy', false],
    ['contains', 'L4', ['L4', 'L5'], true],
    ['contains', 'L', ['L4', 'L5'], false],
    ['in', 'Left, Right', 'Right', true],
    ['in', ['Left', 'Right'], 'Right', true],
    ['in', ['Left, Right'], 'Right', false],
    ['in', 'Left,Right', 'Midline', false],
    ['in', 'L4,L5', ['L1', 'L5'], true],
    ['startsWith', 'L', 'L4-L5', true],
    ['startsWith', 'L', 'S1', false],
    ['startsWith', 'S', ['L4', 'S1'], true],
  ] as const)('%s %j of %j is %s', (operator, value, source, expected) => {
    expect(isMet({ operator, value }, source)).toBe(expected);
  });

  it.each([undefined, '', '  ', [], false] as const)(
    'only `default` and `is_empty` match without a source value (%j)',
    (source) => {
      const matching = RULE_OPERATORS.filter((operator) => isMet({ operator, value: 'x' }, source));
      expect(matching).toEqual(['default', 'is_empty']);
    },
  );
});

describe('dates, numbers and checked boxes', () => {
  it.each([
    ['equals', '01/05/2026', '2026-01-05', true],
    ['equals', '1/5/2026', '2026-01-05', true],
    ['equals', '1-5-2026', '2026-01-05', true],
    ['equals', '2026-01-05', '01/05/2026', true],
    ['equals', '2026-01-05', '2026-01-05', true],
    ['equals', '05/01/2026', '2026-01-05', false],
    ['not_equals', '01/05/2026', '2026-01-05', false],
    ['not_equals', '01/06/2026', '2026-01-05', true],
    ['in', '01/04/2026, 01/05/2026', '2026-01-05', true],
    ['in', ['2026-01-04', '1/5/2026'], '2026-01-05', true],
    ['in', '01/04/2026', '2026-01-05', false],
    ['contains', '2026', '2026-01-05', true],
    ['contains', '/05/', '2026-01-05', true],
    ['contains', '-01-', '2026-01-05', true],
    ['contains', '1/5/2026', '2026-01-05', true],
    ['contains', '/06/', '2026-01-05', false],
    ['startsWith', '01/', '2026-01-05', true],
    ['startsWith', '2026-01', '2026-01-05', true],
    ['startsWith', '05/', '2026-01-05', false],
    ['equals', '5', '5.0', true],
    ['equals', '05', '5', true],
    ['equals', '5', '05.00', true],
    ['equals', '0.5', '.5', true],
    ['equals', '5', '50', false],
    ['equals', '5', '-5', false],
    ['in', '1, 2.0', '2', true],
    ['equals', '10 mg', '10  MG ', true],
    ['equals', 'yes', true, true],
    ['equals', 'Yes', true, true],
    ['equals', 'no', true, false],
    ['not_equals', 'no', true, true],
  ] as const)('%s %j of %j is %s', (operator, value, source, expected) => {
    expect(isMet({ operator, value }, source)).toBe(expected);
  });

  it('match billing code rules alike', () => {
    expect(matchesValue('2026-01-05', '01/05/2026')).toBe(true);
    expect(matchesValue('5.0', '5')).toBe(true);
    expect(matchesValue(['L4-L5', 'L5-S1'], 'l5-s1 ')).toBe(true);
    expect(matchesValue(true, 'Yes')).toBe(true);
    expect(matchesValue(undefined, 'x')).toBe(false);
  });

  it('takes no longer for long rows of digits and spaces', () => {
    const digits = `${'0'.repeat(20_000)}x`;
    expect(isMet({ operator: 'equals', value: '5' }, digits)).toBe(false);
    expect(isMet({ operator: 'contains', value: 'y' }, ' x'.repeat(10_000))).toBe(false);
  });
});
