import { describeLines } from '@portal/domain/csv-lines';
import { QUOTE_TROUBLE } from '@portal/domain/csv-reader';
import { describe, expect, it } from 'vitest';
import { surveySource } from '../rows/check-rows.ts';
import { fileBytes } from './read-text.ts';
import { openSource, rowsOf, type SourceRow } from './source.ts';
import { writeTestFile } from '../test/import-desk.ts';

async function read(content: string | Buffer): Promise<SourceRow[]> {
  const source = await openSource(await fileBytes(await writeTestFile(content)));
  const rows: SourceRow[] = [];
  for await (const row of rowsOf(source)) rows.push(row);
  return rows;
}
/** What the lines of a file are. */
const count = async (content: string) => {
  const source = await openSource(await fileBytes(await writeTestFile(content)));
  const { lines } = await surveySource(source, () => false);
  return describeLines(lines);
};
const HEADER = 'Last,First,DOB';
const ROE = { lastName: 'Roe', firstName: 'Jane', dateOfBirth: '1/5/1980' };

describe('files of patients', () => {
  it.each([
    ['UTF-8', `${HEADER}\nRoe,Jane,1/5/1980\n`],
    ['UTF-8 with a byte order mark', `\uFEFF${HEADER}\nRoe,Jane,1/5/1980\n`],
    ['CRLF and blank lines', `${HEADER}\r\n\r\n,,\r\nRoe,Jane,1/5/1980\r\n\r\n`],
    ['lines that end with CR', `${HEADER}\rRoe,Jane,1/5/1980`],
    ['semicolons', 'Last;First;DOB\nRoe;Jane;1/5/1980'],
    ['a first line that names the separator', 'sep=;\nLast;First;DOB\nRoe;Jane;1/5/1980'],
    [
      'the same with a byte order mark and commas in cells',
      '\uFEFFsep=|\r\nLast|First|DOB\r\nRoe|Jane|1/5/1980',
    ],
    ['tabs', 'Last\tFirst\tDOB\nRoe\tJane\t1/5/1980'],
    ['quotes', '"Last","First","DOB"\n"Roe","Jane","1/5/1980"'],
  ])('are read: %s', async (_name, content) => {
    expect((await read(content)).map(({ raw }) => raw)).toEqual([ROE]);
  });

  it('with more columns than any patient list has are refused at once', async () => {
    const header = Array.from({ length: 45_000 }, (_, n) => `c${n}`).join(',');
    await expect(read(`${header}\n${HEADER}`)).rejects.toThrow(
      'The file has 45,000 columns. At most 500 can be imported.',
    );
    const most = [...HEADER.split(','), ...Array.from({ length: 497 }, (_, n) => `c${n}`)].join(',');
    expect(await read(`${most}\nRoe,Jane,1/5/1980${','.repeat(497)}`)).toHaveLength(1);
  });

  it('count the line that names the separator as blank', async () => {
    expect(await count('sep=;\nLast;First;DOB\nRoe;Jane;1/5/1980\n')).toMatch(/1 blank/);
  });

  it('have line numbers, also after cells with line breaks', async () => {
    const rows = await read(
      `${HEADER}\r\n"Roe","Ja\r\nne","1/5/1980"\r\n\r\nPoe,Jim,1/6/1980\r\nFoe,Tim,1/7/1980,x`,
    );
    expect(rows.map(({ line, trouble }) => [line, trouble])).toEqual([
      [2, null],
      [5, null],
      [6, 'The row has more cells than the header'],
    ]);
  });

  it('name the line of a missing quote, and read the others', async () => {
    const rows = await read(`${HEADER}\nRoe,Jane,"1/5/1980\nPoe,Jim,"1/6/1980"\nFoe,Tim,1/7/1980\n`);
    expect(rows.map(({ line, raw, trouble }) => [line, raw.lastName, trouble])).toEqual([
      [2, undefined, QUOTE_TROUBLE],
      [3, 'Poe', null],
      [4, 'Foe', null],
    ]);
    const endless = await read(`${HEADER}\nRoe,Jane,"${'x\n'.repeat(300_000)}`);
    expect(endless[0]).toMatchObject({ line: 2, trouble: QUOTE_TROUBLE });
    expect(endless).toHaveLength(300_000);
  });

  it('have every line counted', async () => {
    expect(await count(`\n${HEADER}\n\nRoe,"Ja\nne",1/5/1980\n"Poe,Jim,1/6/1980\n,,\n`)).toBe(
      '7 lines in the file: 1 with the column names, 2 rows on 3 lines, 3 blank.',
    );
    const patient = JSON.stringify(fhirPatient('Roe'));
    expect(await count(`${patient}\n\n{"resourceType":"Observation"}\nbroken\n`)).toBe(
      '4 lines in the file: 2 rows, 1 without a patient, 1 blank.',
    );
  });

  it('may have cells of 100,000 characters', async () => {
    const rows = await read(`${HEADER},Notes\nRoe,Jane,1/5/1980,"${'x'.repeat(100_000)}"\n`);
    expect(rows.map(({ raw }) => raw)).toEqual([ROE]);
  });

  it.each([
    ['an empty file', '', 'The file is empty.'],
    ['only a byte order mark', '\uFEFF', 'The file has no rows.'],
    ['UTF-16', Buffer.from(`\uFEFF${HEADER}\n`, 'utf16le'), /^The file is UTF-16\. Save it as “CSV UTF-8”/],
    ['UTF-16 without a mark', Buffer.from(`${HEADER}\nRoe`, 'utf16le'), /^The file is UTF-16\./],
    [
      'Latin-1',
      Buffer.from(`${HEADER}\nNúñez,José,1/5/1980\n`, 'latin1'),
      /^The file is not UTF-8, but probably Latin-1/,
    ],
    [
      'a binary file',
      Buffer.from('\u0089PNG\r\n\u001A\n\0\u0001rest and rest', 'latin1'),
      /^The file is an image\. Export the patients/,
    ],
    ['another binary file', Buffer.from('\u0002\0\u0003'), /^The file is (?:not text|UTF-16)/],
    [
      'an old workbook',
      Buffer.from('D0CF11E0A1B11AE1000000', 'hex'),
      /old format \(\.xls\) or with a password/,
    ],
    ['a PDF', '%PDF-1.7\n%\u00E2', /^The file is a PDF/],
    ['a compressed file', Buffer.from('1F8B0800', 'hex'), /^The file is compressed\. Unpack it/],
    [
      'HL7 v2',
      'MSH|^~\\&|EHR|CLINIC|||202611270101||ADT^A08|1|P|2.5.1\rPID|1||123',
      /^The file has HL7 v2 messages\. Export the patients as CSV/,
    ],
    ['a batch of HL7 v2', '\vFHS|^~\\&|EHR\rBHS|^~\\&|EHR', /^The file has HL7 v2 messages/],
    ['X12', 'ISA*00*          *00*', /^The file has X12/],
    [
      'C-CDA',
      '<?xml version="1.0"?>\n<?xml-stylesheet href="cda.xsl"?>\n<ClinicalDocument xmlns="urn:hl7-org:v3">',
      /^The file is a C-CDA document/,
    ],
    ['FHIR in XML', '<Bundle xmlns="http://hl7.org/fhir">', /^The file is FHIR in XML/],
    ['a web page named .xls', '<html><table><tr><td>Last</td>', /^The file is a web page or XML that Excel/],
    [
      'XML of Excel 2003',
      '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">',
      /^The file is a web page or XML that Excel/,
    ],
    ['other XML', '<?xml version="1.0"?><patients/>', /^The file is XML/],
    ['no header', 'Roe,Jane,1/5/1980\n', /^No column has the names of the patients\./],
    ['no dates of birth', 'Last,First\nRoe,Jane\n', /^No column has the dates of birth\./],
    [
      'a header with a quote without an end',
      'Last,"First,DOB\nRoe,Jane,1/5/1980\n',
      /^Line 1 should have the names of the columns\. A closing quote may be missing/,
    ],
    ['other JSON', '{"a": 1}', 'The JSON file is not a FHIR bundle of Patient resources.'],
    [
      'JSON that was cut off',
      '{"resourceType": "Bundle", "entry": [',
      'The file is not valid JSON. It may have been cut off.',
    ],
    ['JSON without patients', '[1,2]', 'The JSON file is not a FHIR bundle of Patient resources.'],
  ])('get a clear answer: %s', async (_name, content, message) => {
    await expect(read(content)).rejects.toThrow(message);
  });

  it('get a clear answer if Latin-1 comes late, after the start of a large file', async () => {
    const content = Buffer.concat([
      Buffer.from(`${HEADER}\n${'Roe,Jane,1/5/1980\n'.repeat(10_000)}`),
      Buffer.from('Núñez,José,1/5/1980\n', 'latin1'),
    ]);
    await expect(read(content)).rejects.toThrow(/probably Latin-1/);
  });

  it.each(['missing.csv', '/'])('must be files: %s', async (path) => {
    await expect(fileBytes(path)).rejects.toThrow(/There is no file|is not a file/);
  });
});

const fhirPatient = (family: string) => ({
  resourceType: 'Patient',
  name: [{ family, given: ['Jane'] }],
  birthDate: '1980-01-05',
});

describe('FHIR files', () => {
  const raw = { firstName: 'Jane', lastName: 'Roe', dateOfBirth: '1980-01-05', status: 'active' };

  it('can be bundles; other resources are ignored', async () => {
    const entry = [{ resource: { resourceType: 'Observation' } }, { resource: fhirPatient('Roe') }, null];
    const rows = await read(JSON.stringify({ resourceType: 'Bundle', entry }, null, 2));
    expect(rows.map((row) => [row.line, row.raw])).toEqual([[2, raw]]);
  });

  it('can be NDJSON; broken lines are reported', async () => {
    const lines = [fhirPatient('Roe'), { resourceType: 'Observation' }, fhirPatient('Poe')].map((each) =>
      JSON.stringify(each),
    );
    const rows = await read(`${lines.join('\n')}\n{"resourceType": "Pat`);
    expect(rows.map((row) => [row.line, row.raw.lastName, row.trouble])).toEqual([
      [1, 'Roe', null],
      [3, 'Poe', null],
      [4, undefined, 'The line is not valid JSON'],
    ]);
  });
});
