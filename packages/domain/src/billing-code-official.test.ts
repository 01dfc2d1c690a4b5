import { describe, expect, it } from 'vitest';
import { OFFICIAL_COLUMNS, officialCells } from './billing-code-official.ts';
import { findLayout } from './billing-code-layout.ts';
import { CODE_FILE_KINDS } from './code-files/kinds.ts';
import type { Official, OfficialCode } from './code-files/official.ts';
import { csvRow } from './csv.ts';

const nothing = { hcpcs: null, feeSchedule: null, mue: null, addOn: null, icd10: null };
const feeSchedule = {
  status: 'A',
  pcTc: '0',
  globalDays: '000',
  multiple: '2',
  bilateral: 1,
  assistant: '1',
  coSurgeons: '0',
  team: '0',
} as const;

const loaded = (...codes: readonly OfficialCode[]): Official => ({
  editions: CODE_FILE_KINDS.map((kind) => ({ kind, title: kind, validFrom: '2026-10-01', validTo: null })),
  codes,
  pairs: [],
});
/** The columns that have a value. */
const filled = (row: Parameters<typeof officialCells>[0], { editions, codes }: Official, pairs: number) =>
  Object.fromEntries(
    officialCells(
      row,
      editions,
      codes.find(({ code }) => code === row.code),
      pairs,
    ).flatMap((value, index) =>
      value === null || value === undefined ? [] : [[OFFICIAL_COLUMNS[index], value]],
    ),
  );

describe('the official facts of an export', () => {
  it('have a cell for each column, blank without files', () => {
    const cells = officialCells({ codeType: 'CPT', code: '64483' }, [], undefined, 0);
    expect(csvRow(cells)).toBe(`${','.repeat(OFFICIAL_COLUMNS.length - 1)}\r\n`);
  });

  it('name the edition beside the facts of a procedure, also if it does not list the code', () => {
    const official = loaded({
      ...nothing,
      code: '64483',
      feeSchedule,
      mue: { units: 1, adjudication: 2, rationale: '' },
    });
    expect(filled({ codeType: 'CPT', code: '64483' }, official, 12)).toEqual({
      FeeScheduleStatus: 'A',
      FeeScheduleBilateral: 1,
      FeeScheduleGlobalDays: '000',
      FeeScheduleEdition: '2026-10-01',
      MueUnits: 1,
      MuePer: 'day',
      MueEdition: '2026-10-01',
      AddOnEdition: '2026-10-01',
      Pairs: 12,
      PairsEdition: '2026-10-01',
    });
  });

  it('of a drug are its dates, of a diagnosis whether it is billable, and of a code of the practice none', () => {
    const hcpcs = {
      description: '',
      isModifier: false,
      coverage: 'D',
      action: 'N',
      validFrom: '2003-01-01',
      validTo: '2024-03-31',
    };
    const official = loaded(
      { ...nothing, code: 'J1040', hcpcs },
      { ...nothing, code: 'M54.16', icd10: { description: '', isBillable: true, longerCode: null } },
    );
    expect(filled({ codeType: 'CPT', code: 'J1040' }, official, 0)).toMatchObject({
      HcpcsValidFrom: '2003-01-01',
      HcpcsValidTo: '2024-03-31',
      HcpcsEdition: '2026-10-01',
    });
    expect(filled({ codeType: 'ICD10', code: 'M54.16' }, official, 0)).toEqual({
      Icd10Billable: true,
      Icd10Edition: '2026-10-01',
    });
    expect(filled({ codeType: 'CPT', code: 'X-1' }, official, 0)).toEqual({});
  });

  it('are not taken by an import, which names them once', () => {
    const cells = [['CodeType', 'Code', 'Description', 'Fee', ...OFFICIAL_COLUMNS]];
    cells.push(['CPT', '64483', 'Injection', '9', ...OFFICIAL_COLUMNS.map(() => '1')]);
    const records = cells.map((row, line) => ({ line, lastLine: line, cells: row, trouble: null }));
    expect(findLayout(records)).toMatchObject({
      order: { CodeType: 0, Code: 1, Description: 2 },
      guess: null,
      leftOut: ['Fee', 'facts of official files'],
    });
  });
});
