import { describe, expect, it } from 'vitest';
import { parseCodeTable, validateCodeRow } from './billing-code-import.ts';
import { csvDocument } from './csv.ts';
import { readCodeText } from './billing-code-layout.ts';

const recordsOf = (rows: readonly (readonly string[])[]) => readCodeText(csvDocument(rows));

const ROW = { codeType: 'CPT', code: 'J1100', description: 'Dexamethasone' };

const WRONG: readonly (readonly [wrong: object, trouble: string | RegExp])[] = [
  [{ lineType: 'dental' }, /^Line type must be one of: procedure, imaging, /],
  [{ bilateralIndicator: '4' }, 'Bilateral indicator must be 0, 1, 2, 3, 9 or unknown'],
  [{ validFrom: '13/01/2026' }, 'Valid from: enter a date such as 04/01/2024, or none'],
  [{ validTo: '2026-02-30' }, 'Valid to: enter a date such as 04/01/2024, or none'],
  ...['0', '-1', '1e999', '1e3', 'ten', '1,000', 'NaN', '0x10'].map(
    (unitSize) => [{ unitSize }, 'Unit size must be a number above 0'] as const,
  ),
  [{ unitSize: '9'.repeat(400) }, 'Unit size must be a number above 0'],
  [{ unitSize: '100001' }, /^Unit size can be at most 100,000/],
  [{ unit: 'x'.repeat(21) }, 'Unit can have at most 20 characters'],
  [{ unit: 'm\u202Eg' }, 'Unit contains characters that are not allowed'],
  [{ codeType: 'ICD10', code: 'M17', lineType: 'drug' }, /^Diagnoses have no line type/],
  [{ codeType: 'ICD10', code: 'M17', unitSize: '1', unit: 'mg' }, /^Diagnoses have no unit size/],
];

describe('traits of an import', () => {
  it('are read from text; blanks keep the value', () => {
    const cells = {
      lineType: ' Drug ',
      bilateralIndicator: '9',
      unitSize: '.1',
      unit: ' mg ',
      isBillable: false,
    };
    expect(validateCodeRow({ ...ROW, ...cells })).toMatchObject({
      traits: { lineType: 'drug', bilateralIndicator: 9, unitSize: 0.1, unit: 'mg', isBillable: false },
    });
    expect(
      validateCodeRow({ ...ROW, lineType: '', bilateralIndicator: ' ', unitSize: '', unit: '' }),
    ).toHaveProperty('traits', {
      lineType: undefined,
      bilateralIndicator: undefined,
      unitSize: undefined,
      unit: undefined,
      isBillable: undefined,
    });
    expect(validateCodeRow(ROW)).toMatchObject({ traits: { unitSize: undefined, unit: undefined } });
  });

  it.each(WRONG)('%j: %s', (wrong, trouble) => {
    expect(validateCodeRow({ ...ROW, ...wrong })).toEqual({ trouble: expect.stringMatching(trouble) });
  });

  it('are optional columns; rows with a wrong IsBillable are skipped', () => {
    const table = parseCodeTable(
      recordsOf([
        ['CodeType', 'Code', 'Description', 'unit size', 'UNIT', 'is_billable'],
        ['CPT', 'J1100', 'x', '1', 'mg', 'no'],
        ['CPT', 'J1030', 'x', '40', 'mg', 'maybe'],
      ]),
      'CPT',
    );
    expect(table).toMatchObject({
      rows: [
        { trouble: null, row: { unitSize: '1', unit: 'mg', isBillable: false, lineType: undefined } },
        { trouble: 'IsBillable must be true or false' },
      ],
    });
  });
});

it('marks the diagnoses of a file that other valid rows subdivide', () => {
  const codes = ['M17', 'M17.1', 'M1710', 'I10', 'S82.0', 'S82.00.1', '6448'];
  const table = parseCodeTable(
    recordsOf([
      ['CodeType', 'Code', 'Description'],
      ...codes.map((code) => ['ICD10', code, 'x']),
      ['CPT', '64483', 'x'],
    ]),
    'ICD10',
  );
  const rows = 'rows' in table ? table.rows : [];
  expect(rows.filter(({ row }) => row.hasLongerCodes).map(({ row }) => row.code)).toEqual(['M17', 'M17.1']);
});
