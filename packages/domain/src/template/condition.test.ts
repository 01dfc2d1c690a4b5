import { describe, expect, it } from 'vitest';
import { isMet } from './condition.ts';
import { RULE_OPERATORS } from './content.ts';

describe('rule operators', () => {
  it('have a fixed list', () => {
    expect(RULE_OPERATORS).toEqual(['equals', 'not_equals', 'contains', 'in', 'startsWith', 'default']);
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
    'only `default` matches without a source value (%j)',
    (source) => {
      const matching = RULE_OPERATORS.filter((operator) => isMet({ operator, value: 'x' }, source));
      expect(matching).toEqual(['default']);
    },
  );
});
