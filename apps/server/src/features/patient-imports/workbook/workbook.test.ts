import { readFile } from 'node:fs/promises';
import { zipSync, strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { textRows, workbook, type TestSheet } from '#test/workbook.ts';
import { convertWorkbook } from './convert-workbook.ts';
import { openImportFile } from '../read/import-file.ts';
import { openSource, rowsOf } from '../read/source.ts';
import { writeTestFile } from '../test/import-desk.ts';
import { readWorkbook } from './workbook-process.ts';
import { readSheets } from './workbook-text.ts';

const HEADER = ['MRN', 'Last', 'First', 'DOB', 'Phone'];
const ROE = ['A-1', 'Roe', 'Jane', '1/5/1980', '410-555-0123'];
const patients = (name: string, ...rows: readonly (readonly string[])[]): TestSheet => ({
  name,
  rows: textRows([HEADER, ...rows]),
});

/** The text of a workbook, in this process. */
async function convert(bytes: Buffer): Promise<string> {
  let text = '';
  for await (const piece of convertWorkbook(bytes)) text += piece;
  return text;
}
/** The lines of the first sheet. */
const linesOf = async (...given: Parameters<typeof workbook>) => {
  const [, lines = ''] = (await convert(workbook(...given))).split('\u001D');
  return lines.split('\n').slice(1, -1);
};
const cellsOf = async (cells: string, options: Parameters<typeof workbook>[1] = {}) =>
  (await linesOf([{ name: 'A', rows: `<row r="1">${cells}</row>` }], options))[0];

async function open(bytes: Buffer, sheet?: string) {
  const { openBytes } = await openImportFile(await writeTestFile(bytes, 'patients.xlsx'));
  const source = await openSource(openBytes, { sheet });
  const rows = [];
  for await (const row of rowsOf(source)) rows.push(row);
  return { source, rows };
}

const cut = async function* () {
  yield Buffer.from('\u001D\nLast,First\n');
};

describe('workbooks', () => {
  it('are read in a process of their own: the first sheet with values, or the chosen one', async () => {
    const bytes = workbook([
      { name: 'Empty', rows: '<row r="3"><c r="A3" s="1"/></row>' },
      { ...patients('Archive', ['A-9', 'Old', 'Ann', '1/1/1950', '']), state: 'hidden' },
      patients('Patients & more', ROE),
      patients('2025', ['A-2', 'Poe', 'Jim', '1/6/1980', '']),
    ]);
    const first = await open(bytes);
    expect(first.rows.map(({ line, raw }) => [line, raw.lastName])).toEqual([[2, 'Roe']]);
    expect(first.source).toMatchObject({ sheet: 'Patients & more', header: HEADER });
    expect(first.source.sheets.map(({ name, rows, isHidden }) => [name, rows, isHidden])).toEqual([
      ['Archive', 2, true],
      ['Patients & more', 2, false],
      ['2025', 2, false],
    ]);
    expect((await open(bytes, '2025')).rows.map(({ raw }) => raw.lastName)).toEqual(['Poe']);
    expect((await open(bytes, 'Archive')).rows.map(({ raw }) => raw.lastName)).toEqual(['Old']);
    await expect(open(bytes, 'Empty')).rejects.toThrow('The workbook has no sheet “Empty” with values.');
    await expect(open(bytes.subarray(0, 900))).rejects.toThrow(/^The workbook is damaged/);
  });

  it('have lines with the numbers of their rows, and no line breaks in cells', async () => {
    const rows =
      '<row r="2"><c r="B2" t="inlineStr"><is><t>Last</t></is></c><c r="D2" t="inlineStr"><is><t>a, "b"</t></is></c></row>' +
      '<row r="5"><c r="A5" t="str"><v>one&#10;two_x000D__x000A_three</v></c></row>';
    expect(await linesOf([{ name: 'A', rows }])).toEqual(['', ',Last,,"a, ""b"""', '', '', 'one two three']);
  });

  it('have texts in parts, with escapes and without pronunciations', async () => {
    const strings = [
      '<si><r><t>Ro</t></r><r><rPr><b/></rPr><t xml:space="preserve">e &amp; Co</t></r></si>',
      '<si><t>山田</t><rPh sb="0" eb="2"><t>ヤマダ</t></rPh></si>',
      '<si><t>_x005F_x0041_</t></si>',
    ];
    expect(
      await cellsOf('<c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>2</v></c><c t="s"><v>0</v></c>', {
        strings,
      }),
    ).toBe('Roe & Co,山田,_x0041_,Roe & Co');
  });

  it('have numbers as they look, dates as days, booleans, errors and values of formulas', async () => {
    const formats = ['m/d/yyyy', '00000', '000-00-0000'];
    const cells =
      '<c s="1"><v>29225</v></c><c s="2"><v>123</v></c><c s="3"><v>12345678</v></c><c><v>123</v></c><c><v>4.105550123E9</v></c>' +
      '<c t="b"><v>1</v></c><c t="e"><v>#REF!</v></c><c><f>A1+1</f><v>7</v></c><c t="str"><f>""</f><v></v></c><c><f>NOW()</f></c><c><f>NOW()</f><v/></c><c t="d"><v>1980-01-05T00:00:00</v></c>';
    expect(await cellsOf(cells, { formats })).toBe(
      '1980-01-05,00123,012-34-5678,123,4105550123,TRUE,#REF!,7,,#VALUE!,#VALUE!,1980-01-05',
    );
    expect(await cellsOf('<c s="1"><v>27763</v></c>', { formats, is1904: true })).toBe('1980-01-05');
  });

  it('say what is hidden, merged, wrong or not calculated', async () => {
    const rows = `${textRows([HEADER])}<row r="2" hidden="1"><c t="str"><v>A-1</v></c><c t="e"><v>#N/A</v></c></row><row r="3"><c><f>A2</f></c></row>`;
    const after = '<mergeCells><mergeCell ref="B2:C4"/></mergeCells>';
    const { source } = await open(workbook([{ name: 'A', rows, after }]));
    expect(source.notes).toEqual([
      { text: 'Hidden in the workbook, but read', count: 1, lines: [2] },
      { text: 'With an error value such as #REF!', count: 1, lines: [2] },
      {
        text: 'With a formula that was never calculated (open the workbook in Excel and save it again)',
        count: 1,
        lines: [3],
      },
      { text: 'With merged cells, whose value is only in the first one', count: 3, lines: [2, 3, 4] },
    ]);
  });

  it('may have prefixes and other names of parts', async () => {
    const main = 'http://purl.oclc.org/ooxml/spreadsheetml/main';
    const parts = {
      'xl/worksheets/sheet1.xml': null,
      'xl/worksheets/Data.xml': `<x:worksheet xmlns:x="${main}"><x:sheetData><x:row><x:c t="str"><x:v>Roe</x:v></x:c></x:row></x:sheetData></x:worksheet>`,
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="rId1" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/worksheet" Target="/xl/worksheets/data.xml"/></Relationships>',
    };
    expect(await linesOf([{ name: 'A', rows: '' }], { parts })).toEqual(['Roe']);
  });

  it.each([
    ['a row out of order', '<row r="2"><c><v>1</v></c></row><row r="1"><c><v>1</v></c></row>'],
    ['a row beyond the last one', '<row r="1048577"><c><v>1</v></c></row>'],
    ['a column beyond the last one', '<row><c r="XFE1"><v>1</v></c></row>'],
    ['a cell out of order', '<row><c r="B1"><v>1</v></c><c r="A1"><v>2</v></c></row>'],
    ['an unknown text', '<row><c t="s"><v>9</v></c></row>'],
    ['a number that is none', '<row><c><v>abc</v></c></row>'],
  ])('are refused as damaged: %s', async (_what, rows) => {
    await expect(linesOf([{ name: 'A', rows }])).rejects.toThrow(/^The workbook is damaged/);
  });

  it.each<readonly [string, Buffer, RegExp]>([
    ['cut off', workbook([patients('A', ROE)]).subarray(0, 900), /^The workbook is damaged/],
    [
      'a sheet that was cut off',
      workbook([patients('A', ROE)], {
        parts: { 'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row><c><v>1' },
      }),
      /^The workbook is damaged/,
    ],
    ['no rows', workbook([{ name: 'A', rows: '' }]), /^The workbook has no rows\.$/],
    ['no sheets', workbook([]), /^The workbook has no rows\.$/],
    ['a binary workbook', workbook([], { parts: { 'xl/workbook.bin': 'x' } }), /\(\.xlsb\)/],
    [
      'a Word document',
      workbook([], { parts: { 'word/document.xml': '<x/>' } }),
      /^The file is a Word document/,
    ],
    [
      'pages in an archive',
      Buffer.from(zipSync({ 'page.json': strToU8('{}') })),
      /^The file is a ZIP archive with JSON/,
    ],
    [
      'another archive',
      Buffer.from(zipSync({ 'a.csv': strToU8('x') })),
      /^The file is a ZIP archive\. Unpack it/,
    ],
  ])('are refused with a reason: %s', async (_what, bytes, message) => {
    await expect(convert(bytes)).rejects.toThrow(message);
  });

  it('that unpack to more than 2 GB are refused before they are unpacked', async () => {
    const bytes = workbook([patients('A', ROE)]);
    // The size of the last part in the central directory of the archive.
    bytes.writeUInt32LE(0xf0_00_00_00, bytes.lastIndexOf(Buffer.from('504b0102', 'hex')) + 24);
    await expect(convert(bytes)).rejects.toThrow(/^The workbook has more than 2 GB of content/);
  });

  it('that unpack to more than they say are refused', async () => {
    const bytes = workbook([{ name: 'A', rows: textRows(Array.from({ length: 2000 }, () => ROE)) }]);
    bytes.writeUInt32LE(10_000, bytes.lastIndexOf(Buffer.from('504b0102', 'hex')) + 24);
    await expect(convert(bytes)).rejects.toThrow(/^The workbook is damaged/);
  });

  it('that expand to too many separators are refused', async () => {
    const row = '<row><c r="XFD"><v>1</v></c></row>';
    const bytes = workbook([{ name: 'A', rows: row.repeat(14_000) }]);
    await expect(convert(bytes)).rejects.toThrow(/^The workbook has more than 200 MB of text/);
  });

  it('end with a reason when they need too much memory or time', async () => {
    const path = await writeTestFile(
      workbook([{ name: 'A', rows: textRows(Array.from({ length: 20_000 }, () => ROE)) }]),
    );
    const read = async (limits: { memoryMb: number; timeMs: number }) => {
      const source = (async function* () {
        yield await readFile(path);
      })();
      for await (const bytes of readWorkbook(source, limits)) expect(bytes.length).toBeGreaterThan(0);
    };
    await expect(read({ memoryMb: 1024, timeMs: 1 })).rejects.toThrow(/^Reading the workbook took too long/);
    await expect(read({ memoryMb: 1, timeMs: 60_000 })).rejects.toThrow(
      /^The workbook is too large or damaged/,
    );
  });

  it('pass on an error of their source', async () => {
    const broken = (async function* () {
      yield Buffer.from('504b0304', 'hex');
      throw new Error('the client went away');
    })();
    const read = async () => {
      for await (const bytes of readWorkbook(broken)) expect(bytes.length).toBeGreaterThan(0);
    };
    await expect(read()).rejects.toThrow('the client went away');
  });

  it('are refused if their text was cut off', async () => {
    await expect(readSheets(cut)).rejects.toThrow('The file was cut off.');
  });
});
