import { describe, expect, it } from 'vitest';
import {
  CHARGE_CSV_HEADINGS,
  chargeRange,
  DEFAULT_CSV_COLUMNS,
  isBilled,
  isTemplateForOrder,
  isTooLong,
  lastUnsignedDate,
  lineText,
  totalsOf,
} from './charges.ts';

describe('chargeRange', () => {
  it.each([
    ['the last seven days by default', {}, '2026-11-15', '2026-11-21'],
    ['seven days up to an end', { endDate: '2026-11-10' }, '2026-11-04', '2026-11-10'],
    ['from a start to today', { startDate: '2026-11-01' }, '2026-11-01', '2026-11-21'],
    ['the day of a start in the future', { startDate: '2026-12-01' }, '2026-12-01', '2026-12-01'],
  ])('is %s', (_name, query, startDate, endDate) => {
    expect(chargeRange(query, '2026-11-21')).toEqual({ startDate, endDate });
  });

  it('ends today if it starts today', () => {
    expect(chargeRange({ startDate: '2026-11-21' }, '2026-11-21')).toEqual({
      startDate: '2026-11-21',
      endDate: '2026-11-21',
    });
  });

  it('is null if it ends before it starts', () => {
    expect(chargeRange({ startDate: '2026-11-02', endDate: '2026-11-01' }, '2026-11-21')).toBeNull();
  });

  it('has at most 366 days', () => {
    expect(isTooLong({ startDate: '2024-01-01', endDate: '2024-12-31' })).toBe(false);
    expect(isTooLong({ startDate: '2024-01-01', endDate: '2025-01-01' })).toBe(true);
  });
});

it('lists unsigned notes from the second day after the procedure', () => {
  expect(lastUnsignedDate('2026-03-01')).toBe('2026-02-27');
});

it.each([
  [{ code: '64483', modifiers: '', units: 1 }, '64483'],
  [{ code: '64483', modifiers: 'LT, 59', units: 1 }, '64483-LT-59'],
  [{ code: 'J1100', modifiers: 'JZ', units: 8 }, 'J1100-JZ × 8'],
])('writes %j as %s', (line, text) => {
  expect(lineText(line)).toBe(text);
});

const line = (code: string, units: number, codeType = 'CPT') => ({
  code,
  codeType,
  units,
  description: code,
});
it('adds up lines and units per procedure code, without diagnoses', () => {
  expect(
    totalsOf([line('J1100', 4), line('64483', 1), line('J1100', 8), line('M54.16', 1, 'ICD10')]),
  ).toEqual([
    { code: '64483', description: '64483', lines: 1, units: 1 },
    { code: 'J1100', description: 'J1100', lines: 2, units: 12 },
  ]);
});

it('bills signed notes only', () => {
  expect(isBilled({ status: 'Signed' })).toBe(true);
  expect(isBilled({ status: 'Completed' })).toBe(false);
});

it('writes a file for billing software without template, batch, time of entry and number of the line', () => {
  expect(DEFAULT_CSV_COLUMNS.map((column) => CHARGE_CSV_HEADINGS[column])).toEqual([
    'Date of Service',
    'MRN',
    'Patient Last Name',
    'Patient First Name',
    'Date of Birth',
    'Provider',
    'Location',
    'Code',
    'Description',
    'Modifier 1',
    'Modifier 2',
    'Modifier 3',
    'Modifier 4',
    'Units',
    'Diagnosis 1',
    'Diagnosis 2',
    'Diagnosis 3',
    'Diagnosis 4',
    'Pointers',
    'All Diagnoses',
    'Note Status',
    'Billing Option',
    'Note ID',
  ]);
});

describe('isTemplateForOrder', () => {
  const template = { name: 'Knee', procedureType: 'Ultrasound-guided injection', category: null };
  it('finds the words of the type in the name, procedure type or category', () => {
    expect(isTemplateForOrder('Ultrasound', template)).toBe(true);
    expect(isTemplateForOrder('MRI', template)).toBe(false);
    expect(isTemplateForOrder('XRay', { ...template, category: 'X-Ray reports' })).toBe(true);
  });
  it.each([
    ['MRI', ['Lumbar MRI', 'Magnetic resonance of the knee']],
    ['XRay', ['X-ray', 'Xray of the hip', 'X ray', 'Radiograph']],
    ['CTScan', ['CT scan', 'Computed tomography']],
    ['Ultrasound', ['Ultrasound', 'Sonogram']],
    ['ReferralPT', ['Physical Therapy']],
    ['ReferralNeurosurgery', ['Neurosurgery', 'Neurosurgical opinion']],
    ['ReferralOther', ['Referral', 'Consult']],
    ['LabWork', ['Lab work', 'Laboratory', 'Urine drug screen']],
  ] as const)('finds the words of %s, and no others', (type, names) => {
    for (const name of names) {
      expect(isTemplateForOrder(type, { name, procedureType: 'Report', category: null })).toBe(true);
      expect(isTemplateForOrder('Other', { name, procedureType: 'Report', category: null })).toBe(false);
    }
    expect(isTemplateForOrder(type, { name: 'Knee', procedureType: 'Report', category: null })).toBe(false);
  });
  it('finds no word that begins in one text and ends in the next', () => {
    const apart = { name: 'Lab', procedureType: 'oratory', category: null };
    expect(isTemplateForOrder('LabWork', apart)).toBe(false);
  });
  it('has no template for other orders', () => {
    expect(isTemplateForOrder('Other', { ...template, name: 'Other' })).toBe(false);
  });
});
