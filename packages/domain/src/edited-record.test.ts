import { expect, it } from 'vitest';
import { editingText } from './edited-record.ts';

it.each([
  [[], null],
  [['Keisha Brown'], 'Keisha Brown is editing'],
  [['Keisha Brown', 'Omar Diaz'], 'Keisha Brown and Omar Diaz are editing'],
  [['A', 'B', 'C', 'D'], 'A, B, C and D are editing'],
])('%j are named as "%s"', (names, text) => {
  expect(editingText(names)).toBe(text);
});
