import { expect, it } from 'vitest';
import { isSameValue, valueText } from './value.ts';

it.each([
  [['L4', 'L5'], 'L4, L5'],
  [['A', 'B, C'], 'A; B, C'],
  [['B, C'], 'B, C'],
  [['', 'A'], 'A'],
])('joins the choices %j so that each can be read', (value, text) => {
  expect(valueText(value, 'checkbox')).toBe(text);
});

it('compares rows whatever the order of their cells, and other values as they are', () => {
  const row = { level: 'L4', signs: ['Motor'] };
  expect(isSameValue([row], [{ signs: ['Motor'], level: 'L4' }])).toBe(true);
  expect(isSameValue([row], [{ ...row, level: 'L5' }])).toBe(false);
  expect(isSameValue([row, {}], [{}, row])).toBe(false);
  expect(isSameValue(['A'], ['A'])).toBe(true);
  expect(isSameValue(undefined, '')).toBe(false);
});
