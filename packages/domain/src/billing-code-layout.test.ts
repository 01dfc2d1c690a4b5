import { describe, expect, it } from 'vitest';
import { parseCodeTable } from './billing-code-import.ts';
import { readCodeText } from './billing-code-layout.ts';

function read(...lines: string[]) {
  const table = parseCodeTable(readCodeText(lines.join('\n')));
  if ('error' in table) throw new Error(table.error);
  const { listType, layout, rows } = table;
  return {
    listType,
    guess: layout.guess,
    leftOut: layout.leftOut,
    rows: rows.map(({ row, trouble }) => trouble ?? `${row.codeType} ${row.code} ${row.description}`),
  };
}

const tableOf = (text: string) => parseCodeTable(readCodeText(text));
const orderLine = (order: string, code: string, valid: string, short: string, long: string) =>
  `${order} ${code.padEnd(7)} ${valid} ${short.padEnd(60)} ${long}`;

describe('the columns of a list of codes', () => {
  it('need no type: the name of the code column tells it', () => {
    expect(read('CPT,Description', '0213T,Facet injection', '99213,Office visit')).toEqual({
      listType: 'CPT',
      guess: 'Read “CPT” as Code.',
      leftOut: [],
      rows: ['CPT 0213T Facet injection', 'CPT 99213 Office visit'],
    });
    expect(read('ICD-10 Code;Long Desc', 'M545;Low back pain', 'G0260;x')).toMatchObject({
      listType: 'ICD10',
      guess: 'Read “ICD-10 Code” as Code and “Long Desc” as Description.',
      rows: ['ICD10 M545 Low back pain', 'ICD10 G0260 x'],
    });
  });

  it('are named if the catalog has no place for their values', () => {
    expect(read('Code,Description,Fee,', '99213,Office visit,120.00,', '99214,Longer visit,,')).toEqual({
      listType: 'CPT',
      guess: null,
      leftOut: ['Fee'],
      rows: ['CPT 99213 Office visit', 'CPT 99214 Longer visit'],
    });
    expect(read('Code,Description,Fee', '99213,Office visit,').leftOut).toEqual([]);
  });

  it('prefer the long description of the published list of valid codes', () => {
    const names =
      'CODE,SHORT DESCRIPTION (VALID ICD-10 FY2025),LONG DESCRIPTION (VALID ICD-10 FY2025),NF EXCL';
    expect(read(names, 'A000,Cholera short,Cholera long,', 'A001,Other short,Other long,Y')).toEqual({
      listType: 'ICD10',
      guess: 'Read “LONG DESCRIPTION (VALID ICD-10 FY2025)” as Description.',
      leftOut: ['SHORT DESCRIPTION (VALID ICD-10 FY2025)', 'NF EXCL'],
      rows: ['ICD10 A000 Cholera long', 'ICD10 A001 Other long'],
    });
  });

  it('can have a type and a header of their own names', () => {
    expect(read('Type,CPT Code,Desc', 'HCPCS,J1100,Dexamethasone', 'x,1,y')).toMatchObject({
      listType: 'CPT',
      leftOut: ['Type'],
    });
    expect(read('Type,Code,Desc', 'HCPCS,J1100,Dexamethasone', 'ICD-10,M54.5,Pain')).toMatchObject({
      listType: null,
      rows: ['HCPCS J1100 Dexamethasone', 'ICD-10 M54.5 Pain'],
    });
    expect(read('Type,Code,Desc', 'Drug,J1100,Dexamethasone', 'Visit,99213,Office visit')).toMatchObject({
      listType: 'CPT',
      leftOut: ['Type'],
      rows: ['CPT J1100 Dexamethasone', 'CPT 99213 Office visit'],
    });
  });

  it('are guessed without a header', () => {
    expect(read('99213\tOffice visit\t120', '99214\tVisit\t150')).toEqual({
      listType: 'CPT',
      guess: 'Read as a list without header: column 1 as Code and column 2 as Description.',
      leftOut: ['column 3'],
      rows: ['CPT 99213 Office visit', 'CPT 99214 Visit'],
    });
    expect(read('1,120,99213,Office visit', '2,,99214,Visit')).toMatchObject({
      guess: 'Read as a list without header: column 3 as Code and column 4 as Description.',
      leftOut: ['column 1', 'column 2'],
    });
  });

  it.each(['\t', ';', '|'])('are separated by the sign after the code, not by commas: %j', (sign) => {
    const lines = ['M5450', 'M5451'].map((code) => `${code}${sign}Pain, low back, unspecified`);
    expect(read(...lines).rows).toEqual([
      'ICD10 M5450 Pain, low back, unspecified',
      'ICD10 M5451 Pain, low back, unspecified',
    ]);
  });

  it('are not guessed if most cells are no codes', () => {
    expect(tableOf('A10,one\nx,two\ny,three')).toHaveProperty('error');
    expect(tableOf('Number,Text\n99213,Office visit')).toHaveProperty('error');
    expect(tableOf('99213\n99214')).toHaveProperty('error');
  });
});

describe('published files with spaces', () => {
  it('have a code, spaces and a description on each line, commas included', () => {
    const found = read(
      '\uFEFFA000    Cholera due to Vibrio cholerae 01, biovar cholerae',
      'A0100   Typhoid fever, unspecified',
      '',
      'S52521A Torus fracture of lower end of right radius, initial',
      '99213 Not a diagnosis',
    );
    expect(found).toEqual({
      listType: 'ICD10',
      guess: 'Read as lines with a code, spaces and a description.',
      leftOut: [],
      rows: [
        'ICD10 A000 Cholera due to Vibrio cholerae 01, biovar cholerae',
        'ICD10 A0100 Typhoid fever, unspecified',
        'ICD10 S52521A Torus fracture of lower end of right radius, initial',
        'ICD-10-CM codes start with a letter',
      ],
    });
  });

  it('say which line has no code', () => {
    const lines = Array.from({ length: 20 }, (_, index) => `A00${index % 10}${index} Cholera`);
    expect(read(...lines, '(end)').rows.at(-1)).toBe('The line does not begin with a code and a space');
    expect(read(...lines.slice(0, 1), 'A0100  Typhoid fever').rows).toHaveLength(2);
  });

  it('may be the order file, with its headers', () => {
    const table = parseCodeTable(
      readCodeText(
        [
          orderLine('00001', 'A00', '0', 'Cholera', 'Cholera'),
          orderLine(
            '00002',
            'A000',
            '1',
            'Cholera due to 01',
            'Cholera due to Vibrio cholerae 01, biovar cholerae',
          ),
          '',
        ].join('\r\n'),
      ),
    );
    expect(table).toMatchObject({
      listType: 'ICD10',
      layout: { leftOut: ['order number', 'short description'] },
      rows: [
        { line: 1, trouble: null, row: { code: 'A00', isBillable: false } },
        {
          line: 2,
          row: {
            code: 'A000',
            description: 'Cholera due to Vibrio cholerae 01, biovar cholerae',
            isBillable: true,
          },
        },
      ],
    });
  });
});
