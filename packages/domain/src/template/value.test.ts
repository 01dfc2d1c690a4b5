import { expect, it } from 'vitest';
import { valueText } from './value.ts';

it.each([
  [['L4', 'L5'], 'L4, L5'],
  [['A', 'B, C'], 'A; B, C'],
  [['B, C'], 'B, C'],
  [['', 'A'], 'A'],
])('joins the choices %j so that each can be read', (value, text) => {
  expect(valueText(value, 'checkbox')).toBe(text);
});
