import { describe, expect, it } from 'vitest';
import { csvDocument } from './csv.ts';
import { readCodeText } from './billing-code-layout.ts';
import { validateCodeRow, parseCodeTable, type ParsedCodeRow } from './billing-code-import.ts';

const HEADER = ['CodeType', 'Code', 'Description', 'Category', 'IsActive'];
const recordsOf = (rows: readonly (readonly string[])[]) => readCodeText(csvDocument(rows));
const rowsOf = (records: readonly (readonly string[])[]): readonly ParsedCodeRow[] => {
  const table = parseCodeTable(recordsOf(records), 'ICD10');
  if ('error' in table) throw new Error(table.error);
  return table.rows;
};

const tableOf = (text: string) => parseCodeTable(readCodeText(`CodeType,Code,Description\n${text}`), 'ICD10');

describe('billing code CSV import', () => {
  it.each([
    ['nothing', []],
    ['a header row only', [HEADER]],
    ['a header row and blank lines', [HEADER, [''], ['', ' ']]],
  ])('requires a header row and at least one data row: %s', (_name, records) => {
    expect(parseCodeTable(recordsOf(records), 'ICD10')).toEqual({
      error: 'CSV must contain a header row and at least one data row',
    });
  });

  it('requires codeType, code and description, and reports an error if no row has them', () => {
    const records = [HEADER, ['', '64483', 'Injection'], ['CPT', '', 'Injection'], ['CPT', '64483', ' ']];
    expect(parseCodeTable(recordsOf(records), 'ICD10')).toEqual({
      error: 'No valid billing codes found in the CSV data',
    });
    expect(
      rowsOf([...records, ['CPT', '64483', 'Injection']]).map(({ line, trouble }) => [line, trouble]),
    ).toEqual([
      [2, 'Code type is required'],
      [3, 'Code is required'],
      [4, 'Description is required'],
      [5, null],
    ]);
  });

  it('reads the columns by name, in any order, and skips blank lines', () => {
    const rows = rowsOf([
      ['is active', 'Description', 'code_type', 'CODE', 'Category'],
      [''],
      ['No', 'Lumbar radiculopathy', 'ICD-10', 'm5416', 'Spine'],
      ['', 'Epidural', 'HCPCS', 'J1100', ''],
    ]);
    expect(rows).toEqual([
      {
        line: 3,
        trouble: null,
        row: {
          codeType: 'ICD-10',
          code: 'm5416',
          description: 'Lumbar radiculopathy',
          category: 'Spine',
          isActive: false,
        },
      },
      {
        line: 4,
        trouble: null,
        row: { codeType: 'HCPCS', code: 'J1100', description: 'Epidural', category: '', isActive: undefined },
      },
    ]);
  });

  it('reports a header without the required columns', () => {
    expect(
      parseCodeTable(
        recordsOf([
          ['Type', 'Number', 'Text'],
          ['CPT', '64483', 'x'],
        ]),
        'CPT',
      ),
    ).toEqual({
      error: 'The header row must name the columns CodeType, Code and Description',
    });
  });

  it('skips rows with an unknown status or a repeated code, with the reason', () => {
    const rows = rowsOf([
      HEADER,
      ['ICD10', 'M54.16', 'Radiculopathy', '', 'maybe'],
      ['ICD10', 'M54.16', 'Radiculopathy', '', ''],
      ['ICD10', 'm5416', 'Radiculopathy again', '', ''],
    ]);
    expect(rows.map(({ trouble }) => trouble)).toEqual([
      'IsActive must be true or false',
      null,
      'Duplicate of line 3',
    ]);
  });

  it('fails lines with a missing quote, whose pairs may match by chance, and never joins them', () => {
    const trouble = 'A closing quote may be missing, or a quote inside a cell is not doubled';
    expect(tableOf('CPT,10001,"One\nCPT,10002,Two"\nCPT,10003,"Three \\" x"\nCPT,10004,Four')).toMatchObject({
      rows: [
        { line: 2, trouble },
        { line: 3, trouble },
        { line: 4, trouble },
        { line: 5, trouble: null },
      ],
    });
    expect(tableOf('CPT,10001,"One')).toEqual({ error: `Line 2: ${trouble}.` });
    expect(tableOf('CPT,10001,Injection, epidural\nCPT,10002,Two')).toMatchObject({
      rows: [{ trouble: 'The row has more cells than the header' }, { trouble: null }],
    });
  });

  it.each(['-injection', "'-injection"])('reads %j as the export writes it', (description) => {
    const [row] = rowsOf([HEADER, ['CPT', '64483', description, '', '']]);
    expect(row?.row.description).toBe(description);
  });
});

describe('published lists of codes and descriptions', () => {
  const list = [
    ['A00', 'Cholera'],
    ['A0100', 'Typhoid fever, unspecified'],
  ];
  it('need neither header nor type; all codes get the given type', () => {
    const table = parseCodeTable(recordsOf(list), 'ICD10');
    expect(table).toMatchObject({
      listType: 'ICD10',
      rows: [{ line: 1 }, { line: 2, row: { codeType: 'ICD10' } }],
    });
    expect(parseCodeTable(recordsOf([['code', 'description'], ...list]), 'ICD10')).toMatchObject({
      listType: 'ICD10',
    });
  });

  it('skip codes that do not match the type', () => {
    const table = parseCodeTable(recordsOf([...list, ['64483', 'Injection']]), 'ICD10');
    expect(table).toMatchObject({
      rows: [{ trouble: null }, { trouble: null }, { trouble: 'ICD-10-CM codes start with a letter' }],
    });
    expect(parseCodeTable(recordsOf(list), 'CPT')).toMatchObject({
      rows: [{ trouble: 'This does not look like a CPT or HCPCS code' }, { trouble: null }],
    });
  });

  it('are detected as diagnoses or procedures by the format of most codes', () => {
    expect(parseCodeTable(recordsOf(list))).toMatchObject({ listType: 'ICD10' });
    const procedures = [['64483'], ['J1100'], ['62323']].map(([code = '']) => [code, 'x']);
    expect(parseCodeTable(recordsOf(procedures))).toMatchObject({ listType: 'CPT' });
  });
});

describe('code row validation', () => {
  it('adds the dot, trims spaces and keeps missing values undefined', () => {
    expect(
      validateCodeRow({ codeType: 'icd-10-cm', code: ' m5416', description: ' Lumbar \n radiculopathy ' }),
    ).toEqual({
      codeType: 'ICD10',
      code: 'M54.16',
      description: 'Lumbar radiculopathy',
      category: undefined,
      isActive: undefined,
      traits: {},
      hasLongerCodes: false,
    });
  });

  it.each([
    [{ codeType: 'X' }, 'Code type must be CPT or ICD10'],
    [{ code: '<b>' }, 'Code can have letters, digits, dots and hyphens only'],
    [{ code: 'A'.repeat(21) }, 'Code can have at most 20 characters'],
    [{ description: 'x'.repeat(501) }, 'Description can have at most 500 characters'],
    [{ category: 'x'.repeat(101) }, 'Category can have at most 100 characters'],
    [{ description: 'a\u202Eb' }, 'The row contains characters that are not allowed'],
  ])('%j: %s', (wrong, trouble) => {
    expect(validateCodeRow({ codeType: 'CPT', code: '64483', description: 'Injection', ...wrong })).toEqual({
      trouble,
    });
  });
});

function codes(text: string) {
  const table = parseCodeTable(readCodeText(text), 'ICD10');
  return 'error' in table ? table.error : table.rows.map(({ row }) => [row.code, row.description]);
}

describe('the separator of a list of codes', () => {
  const found = [
    ['M54.50', 'Low back pain, unspecified'],
    ['M54.51', 'Vertebrogenic low back pain'],
  ];

  it.each([
    ['M54.50;Low back pain, unspecified', 'M54.51;Vertebrogenic low back pain'],
    ['M54.50|Low back pain, unspecified', 'M54.51|Vertebrogenic low back pain'],
    ['M54.50\tLow back pain, unspecified', 'M54.51\tVertebrogenic low back pain'],
    ['Code;Description', 'M54.50;Low back pain, unspecified', 'M54.51;Vertebrogenic low back pain'],
    ['sep=;', 'Code;Description', 'M54.50;Low back pain, unspecified', 'M54.51;Vertebrogenic low back pain'],
    ['M54.50,"Low back pain, unspecified"', 'M54.51,Vertebrogenic low back pain'],
  ])('is not a comma of a description: %s', (...lines) => {
    expect(codes(lines.join('\n'))).toEqual(found);
  });

  it('is the first sign if every line has each sign once', () => {
    expect(codes('M54.50;Pain, a\nM54.51;Pain, b')).toEqual([
      ['M54.50', 'Pain, a'],
      ['M54.51', 'Pain, b'],
    ]);
    expect(codes('M54.50,Pain; a\nM54.51,Pain; b')).toEqual([
      ['M54.50', 'Pain; a'],
      ['M54.51', 'Pain; b'],
    ]);
  });
});
