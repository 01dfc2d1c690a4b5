import { describe, expect, it } from 'vitest';
import {
  chargeRange,
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

describe('isTemplateForOrder', () => {
  const template = { name: 'Knee', procedureType: 'Ultrasound-guided injection', category: null };
  it('finds the words of the type in the name, procedure type or category', () => {
    expect(isTemplateForOrder('Ultrasound', template)).toBe(true);
    expect(isTemplateForOrder('MRI', template)).toBe(false);
    expect(isTemplateForOrder('XRay', { ...template, category: 'X-Ray reports' })).toBe(true);
  });
  it('has no template for other orders', () => {
    expect(isTemplateForOrder('Other', { ...template, name: 'Other' })).toBe(false);
  });
});
