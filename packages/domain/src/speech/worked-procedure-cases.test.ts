import { describe, expect, it } from 'vitest';
import { PROCEDURE_CASES } from './test/procedure-cases.ts';
import { joinPieces, piecesOf, writtenForm } from './written-form.ts';

const casesOf = (lines: string) =>
  lines
    .trim()
    .split(/\n\s*/u)
    .map((line) => {
      const [spoken = '', marked = spoken] = line.split(' → ');
      return [spoken, marked] as const;
    });

/** The written form with its amounts in brackets. */
function bracketed(spoken: string): string {
  const { text, amounts } = joinPieces(piecesOf(spoken));
  const ends = amounts.map(({ start, end }, at) => {
    const from = amounts[at - 1]?.end ?? 0;
    return `${text.slice(from, start)}[${text.slice(start, end)}]`;
  });
  return ends.join('') + text.slice(amounts.at(-1)?.end ?? 0);
}

describe.each(Object.entries(PROCEDURE_CASES))('%s', (_title, lines) => {
  const cases = casesOf(lines);

  it.each(cases)('%j is written %j', (spoken, text) => {
    expect(bracketed(spoken)).toBe(text);
  });

  it.each(cases)('the text of %j stays as it is', (_spoken, text) => {
    const plain = text.replaceAll(/[[\]]/gu, '');
    expect(writtenForm(plain)).toBe(plain);
  });
});

it('the cases of procedures are at least 150, each once', () => {
  const all = Object.values(PROCEDURE_CASES).flatMap(casesOf);
  expect(all.length).toBeGreaterThanOrEqual(150);
  expect(new Set(all.map(([spoken]) => spoken)).size).toBe(all.length);
});
