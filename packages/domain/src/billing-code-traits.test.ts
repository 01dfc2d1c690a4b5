import { assert, property, stringMatching } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isIcd10 } from './billing-code.ts';
import { changedTraits, defaultCodeTraits, shorterCodes, unitSizeProblem } from './billing-code-traits.ts';

describe('default traits', () => {
  it.each([
    ['J1100', 1, 'mg'],
    ['j1030', 40, 'mg'],
    ['J1040', 80, 'mg'],
    ['J1020', 20, 'mg'],
    ['J3301', 10, 'mg'],
    ['J0702', 6, 'mg'],
    ['J2250', 1, 'mg'],
    ['J3010', 0.1, 'mg'],
    ['J1885', 15, 'mg'],
    ['J0585', 1, 'units'],
    ['Q9966', 1, 'mL'],
    ['Q9967', 1, 'mL'],
    // Unclassified drugs, procedures and custom codes are counted.
    ['J3490', null, null],
    ['64483', null, null],
    ['J11000', null, null],
  ])('%s: %s %s', (code, unitSize, unit) => {
    expect(defaultCodeTraits('CPT', code, false)).toMatchObject({ unitSize, unit, isBillable: true });
  });

  it('make a diagnosis with longer codes a heading, but never a procedure', () => {
    expect(defaultCodeTraits('ICD10', 'M17', true)).toEqual({
      lineType: 'other',
      bilateralIndicator: 9,
      unitSize: null,
      unit: null,
      isBillable: false,
      validFrom: null,
      validTo: null,
    });
    expect(defaultCodeTraits('ICD10', 'I10', false).isBillable).toBe(true);
    expect(defaultCodeTraits('CPT', '6448', true).isBillable).toBe(true);
  });
});

describe('shorter codes', () => {
  it.each([
    ['M17.10', ['M17', 'M17.1']],
    ['M17', []],
    ['S32.010A', ['S32', 'S32.0', 'S32.01', 'S32.010']],
    ['M1A.00X0', ['M1A', 'M1A.0', 'M1A.00', 'M1A.00X']],
    // Custom codes.
    ['X-123456', []],
    ['M17.10-1', []],
  ])('of %s are %j', (code, shorter) => {
    expect(shorterCodes('ICD10', code)).toEqual(shorter);
  });

  it('are those that a code starts with; procedures have none', () => {
    const code = stringMatching(/^[A-Z][0-9][0-9A-Z](?:\.[0-9A-Z]{1,4})?$/);
    assert(
      property(code, code, (long, short) => {
        expect(shorterCodes('ICD10', long).every((one) => isIcd10(one) && long.startsWith(one))).toBe(true);
        expect(shorterCodes('ICD10', long).includes(short)).toBe(long !== short && long.startsWith(short));
      }),
    );
    expect(shorterCodes('CPT', '64483')).toEqual([]);
  });
});

it.each([
  [0, 'Unit size must be a number above 0'],
  [-1, 'Unit size must be a number above 0'],
  [Number.NaN, 'Unit size must be a number above 0'],
  [Infinity, 'Unit size must be a number above 0'],
  [100_001, 'Unit size can be at most 100,000, with up to 4 decimals'],
  [0.00001, 'Unit size can be at most 100,000, with up to 4 decimals'],
  [0.0001, null],
  [0.1, null],
  [100_000, null],
])('unit size %d: %s', (size, problem) => {
  expect(unitSizeProblem(size)).toBe(problem);
});

describe('changing traits', () => {
  const drug = defaultCodeTraits('CPT', 'J1100', false);
  const diagnosis = defaultCodeTraits('ICD10', 'M17', true);

  it('keeps those that are not given', () => {
    expect(changedTraits('CPT', drug, {})).toEqual(drug);
    expect(changedTraits('CPT', drug, { unitSize: 5 })).toEqual({ ...drug, unitSize: 5 });
    expect(changedTraits('ICD10', diagnosis, { isBillable: true })).toEqual({
      ...diagnosis,
      isBillable: true,
    });
  });

  it('refuses a unit without a size, a size without a unit, and traits that diagnoses do not have', () => {
    expect(changedTraits('CPT', drug, { unitSize: null })).toMatchObject({ field: 'unitSize' });
    expect(changedTraits('CPT', drug, { unit: null })).toMatchObject({ field: 'unit' });
    expect(changedTraits('ICD10', diagnosis, { lineType: 'drug' })).toMatchObject({ field: 'lineType' });
    expect(changedTraits('ICD10', diagnosis, { bilateralIndicator: 1 })).toMatchObject({
      field: 'bilateralIndicator',
    });
    expect(changedTraits('ICD10', diagnosis, { unitSize: 1, unit: 'mg' })).toMatchObject({
      field: 'unitSize',
    });
    expect(changedTraits('CPT', drug, { validFrom: '2026-02-01', validTo: '2026-01-31' })).toMatchObject({
      field: 'validTo',
    });
  });
});
