import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDateOnly } from '../date.ts';
import { findLayout, type ReadRow } from './layouts.ts';
import { refusalOf, rowsOf } from './test/read-file.ts';
import { SAMPLES } from './test/samples.ts';

describe('files that are no official ones', () => {
  it.each([
    ['', 'The file is empty'],
    ['\r\n \r\n', 'The file is empty'],
    ['PK\u0003\u0004\u0014', 'This is a zip file'],
    ['%PDF-1.7\n', 'This is a PDF'],
    ['<!DOCTYPE html>\n<html><title>License for Use of CPT</title>', 'perhaps the license agreement'],
    ['<?xml version="1.0"?>\n<ICD10CM.tabular>', 'This is an XML file'],
    ['HDR\tPHYSICIAN FEE SCHEDULE\n', 'This is the physician fee schedule as text'],
    ['HCPCS,MOD,PROCSTAT,CARRIER\n20552,,A,01112\n', 'This is the file of OPPS caps'],
    ['ADDENDUM E,,\nMAC,State,2026 PW GPCI\n', 'This is a file of localities'],
    ['Effective July 1\nHCPCS Code,Short Description,HCPCS Code Dosage,Payment Limit\n', 'payment limits'],
    ['Edits,,\nColumn 1,Column 2,x\n', 'pairs of procedures (NCCI) as a workbook'],
    ['  CMS RIF REPORT\n HCPCS Contractor Record - 2024\n', 'description of the HCPCS file'],
    ['00001 001     0 Central Nervous System\n00002 0016070 1 Bypass\n', 'hospital procedures (ICD-10-PCS)'],
    ['M5416   Radiculopathy\nM5417   Radiculopathy\n', 'list of codes without headings'],
    [
      'code,description\n20552,Trigger points\n',
      'This is not one of the official files that the portal reads: HCPCS',
    ],
    ['Dear Sirs,\n"open quote', 'This is not one of the official files'],
  ])('refuses %j in words', (text, words) => expect(refusalOf(text)).toContain(words));
});

it('finds a layout or a problem for any start of a file', () => {
  const lines = Object.values(SAMPLES).flatMap((text) => text.split('\n'));
  const line = fc.oneof(fc.string({ maxLength: 60 }), fc.constantFrom(...lines));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), fc.nat(200), (all, cut) => {
      const text = all.join('\n');
      const found = findLayout(text.slice(0, Math.max(0, text.length - cut)));
      expect('problem' in found ? found.problem : found.title).not.toBe('');
    }),
    { numRuns: 300 },
  );
});

describe('every layout', () => {
  it.each(Object.entries(SAMPLES))('of %s is found with and without a byte order mark', (kind, text) => {
    for (const start of [text, `\uFEFF${text}`, text.replaceAll('\n', '\r\n')])
      expect(findLayout(start)).toMatchObject({ kind: kind.replace('Text', '') });
  });

  it.each(Object.entries(SAMPLES))('of %s reads the same rows in pieces of any length', async (_, text) => {
    const layout = findLayout(text);
    if ('problem' in layout) throw new Error(layout.problem);
    const rows = await rowsOf(layout, text);
    expect(rows.length).toBeGreaterThan(2);
    expect(rows.filter((row) => 'problem' in row)).toEqual([]);
    for (const length of [1, 7, 64, 100_000])
      expect(await rowsOf(layout, `\uFEFF${text.replaceAll('\n', '\r\n')}`, length)).toEqual(rows);
  });

  it.each(Object.entries(SAMPLES))('of %s says that its headings have no rows', async (_, text) => {
    const layout = findLayout(text);
    if ('problem' in layout) throw new Error(layout.problem);
    const [first] = await rowsOf(layout, text);
    const headings = text.split('\n').slice(0, (first?.line ?? 1) - 1);
    const rows = await rowsOf(layout, headings.length === 0 ? '\n' : `${headings.join('\n')}\n`);
    expect(rows).toEqual([
      { line: expect.any(Number), problem: 'The file ends without rows; it may be cut' },
    ]);
  });

  it.each(Object.entries(SAMPLES))('of %s notices that the file is cut in its last row', async (_, text) => {
    const layout = findLayout(text);
    if ('problem' in layout) throw new Error(layout.problem);
    const lastLine = text.trimEnd().lastIndexOf('\n') + 1;
    // Within the code.
    const cut = text.slice(0, lastLine + 4);
    const rows = await rowsOf(layout, cut);
    expect(rows.at(-1)).toMatchObject({ problem: expect.any(String) });
  });

  it.each(Object.entries(SAMPLES))('of %s reads any lines without failing', async (_, text) => {
    const layout = findLayout(text);
    if ('problem' in layout) throw new Error(layout.problem);
    const lines = text.trimEnd().split('\n');
    const line = fc.oneof(
      fc.string({ maxLength: 400 }),
      fc.constantFrom(...lines),
      fc
        .tuple(
          fc.constantFrom(...lines),
          fc.nat(320),
          fc.constantFrom('', '\t', ',', '"', ' ', '9', 'Z', 'é'),
        )
        .map(([known, at, sign]) => known.slice(0, at) + sign + known.slice(at + 1)),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 12 }),
        fc.integer({ min: 1, max: 50 }),
        async (more, length) => {
          const rows = await rowsOf(layout, [...lines, ...more].join('\n'), length);
          for (const row of rows) expect(wrongOf(row)).toBeNull();
        },
      ),
      { numRuns: 150 },
    );
  });
});

const CODE = /^(?:[0-9A-Z]{5}|[0-9A-Z]{2}|[A-Z][0-9][0-9A-Z](?:\.[0-9A-Z]{1,4})?)$/;
/** What is wrong with a row that was read, or null. */
function wrongOf(read: ReadRow): string | null {
  if (!(read.line >= 1)) return `line ${read.line}`;
  if ('problem' in read) return read.problem === '' ? 'no problem' : null;
  if ('pair' in read) {
    const { column1, column2, validFrom, validTo } = read.pair;
    const isPair = CODE.test(column1) && CODE.test(column2) && isDateOnly(validFrom);
    return isPair && (validTo === null || (isDateOnly(validTo) && validTo >= validFrom))
      ? null
      : JSON.stringify(read);
  }
  const { code, validFrom, validTo } = read.row;
  const areDays = [validFrom, validTo].every((day) => day === null || isDateOnly(day));
  return CODE.test(code) && areDays ? null : JSON.stringify(read);
}
