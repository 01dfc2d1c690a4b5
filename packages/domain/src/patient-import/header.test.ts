import { describe, expect, it } from 'vitest';
import { guessHeaderLine, headerLines } from './header.ts';

const COLUMNS = 'Patient ID,Last Name,First Name,DOB,Status';
const ROWS = '1,Roe,Jane,1/5/1980,Active\n2,Poe,Jim,1/6/1980,Active\n';

describe('the line with the names of the columns', () => {
  it.each([
    [1, `${COLUMNS}\n${ROWS}`],
    [1, `Nr,Who,Born\n1,"Roe, Jane",1/5/1980\n`],
    [2, `\n${COLUMNS}\n${ROWS}`],
    [2, `sep=;\n${COLUMNS.replaceAll(',', ';')}\n${ROWS.replaceAll(',', ';')}`],
    [4, `Patient List\nSpringfield Clinic, Main St\n\n${COLUMNS}\n${ROWS}`],
    [3, `Patient List,,,,\nPrinted,11/27/2026,,,\n${COLUMNS}\n${ROWS}`],
    [3, `Patient List\n\n${`${COLUMNS}\n${ROWS}`.replaceAll(',', '\t')}`],
    [3, `"A name\nof two lines"\n${COLUMNS}\n${ROWS}`],
    [2, `A "quote that is open\n${COLUMNS}\n${ROWS}`],
    [3, `Report\nby Jane\nNr,Who,Born\n1,Roe,1/5/1980\n`],
    [20, `${'Terms of use\n'.repeat(19)}${COLUMNS}\n${ROWS}`],
    [1, `${'Terms of use\n'.repeat(20)}${COLUMNS}\n${ROWS}`],
    [1, 'One\nTwo\n'],
    [1, ''],
  ])('is %i in %j', (line, text) => {
    expect(guessHeaderLine(text)).toBe(line);
    expect(guessHeaderLine(text.replaceAll('\n', '\r\n'))).toBe(line);
  });

  it('can be one of the first twenty with text', () => {
    const text = `Patient List;;\n\n"Name";DOB;\n${'"Roe; Jane";1/5/1980;\n'.repeat(30)}`;
    const lines = headerLines(text, 3);
    expect(lines.slice(0, 3)).toEqual([
      { line: 1, text: 'Patient List' },
      { line: 3, text: 'Name, DOB' },
      { line: 4, text: 'Roe; Jane, 1/5/1980' },
    ]);
    expect(lines.at(-1)?.line).toBe(20);
  });
});
