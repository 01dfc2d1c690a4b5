import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { CSV_BOM, csvDocument, csvRow, withoutFormulaGuard } from './csv.ts';

/** A reader after RFC 4180, to see what a spreadsheet sees. */
function read(csv: string): string[][] {
  const rows: string[][] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  let row: string[] = [];
  for (let match = cell.exec(csv); match !== null; match = cell.exec(csv)) {
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

describe('CSV', () => {
  it('follows RFC 4180 with CRLF, in UTF-8 with a BOM', () => {
    expect(
      csvDocument([
        ['Name', 'Count'],
        ['José', 3],
      ]),
    ).toBe('\uFEFFName,Count\r\nJosé,3\r\n');
    expect(new TextEncoder().encode(CSV_BOM)).toEqual(Uint8Array.of(0xef, 0xbb, 0xbf));
    expect(csvDocument([])).toBe(CSV_BOM);
  });

  it.each([
    ['a,b', '"a,b"'],
    ['say "ah"', '"say ""ah"""'],
    ['two\nlines', '"two\nlines"'],
    ['two\r\nlines', '"two\r\nlines"'],
    [' padded ', '" padded "'],
    ['plain text', 'plain text'],
    ['', ''],
  ])('writes %j as %s', (value, cell) => {
    expect(csvRow([value])).toBe(`${cell}\r\n`);
  });

  it('writes numbers, booleans and empty values', () => {
    expect(csvRow([1.5, 0, 12n, true, false, null, undefined, Number.NaN, Number.POSITIVE_INFINITY])).toBe(
      '1.5,0,12,true,false,,,,\r\n',
    );
    expect(csvRow([])).toBe('\r\n');
  });

  it.each([
    '=1+1',
    '+1 555 123 4567',
    '-5',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    ' =1',
    '\u00A0+1',
    '＝1',
    '－5',
    "=cmd|' /C calc'!A0",
  ])('prevents the text %j from starting a formula', (value) => {
    expect(read(csvRow([value]))).toEqual([[`'${value}`]]);
  });

  it('keeps a negative number a number', () => {
    expect(csvRow([-5, -0.25, '-5'])).toBe("-5,-0.25,'-5\r\n");
  });

  it('leaves signs within text unchanged', () => {
    expect(csvRow(['a=b', 'x-y', 'me@example.org', '1+1'])).toBe('a=b,x-y,me@example.org,1+1\r\n');
  });

  it.each(["'=1", "''+1", "' -5", "'\t1", "'＝1"])('tells the text %j from a guarded one', (value) => {
    expect(csvRow([value])).toBe(`'${value}\r\n`);
    expect(withoutFormulaGuard(`'${value}`)).toBe(value);
  });

  it.each(["'t Hooft", "O'Brien", "''", "'", '=1', 'a=b'])('leaves %j without a guard as it is', (value) => {
    expect(withoutFormulaGuard(value)).toBe(value);
  });

  it('round-trips every table', () => {
    const value = fc.string({ unit: fc.constantFrom(...Array.from('ab1=+-@\t\r\n ,";\'é')), maxLength: 8 });
    const table = fc.array(fc.array(value, { minLength: 3, maxLength: 3 }), { minLength: 1 });
    fc.assert(
      fc.property(table, (rows) => {
        const back = read(csvDocument(rows).slice(1));
        expect(back.map((row) => row.length)).toEqual(rows.map((row) => row.length));
        expect(back.flat().filter((cell) => /^\s*[=+\-@]|^[\t\r\n]/.test(cell))).toEqual([]);
        expect(back.map((row) => row.map((cell) => withoutFormulaGuard(cell)))).toEqual(rows);
      }),
    );
  });
});
