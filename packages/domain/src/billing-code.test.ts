import { describe, expect, it } from 'vitest';
import {
  catalogCode,
  codeFormatWarning,
  codeProblem,
  guessCodeType,
  isIcd10,
  isProcedureCode,
  normalizeCode,
} from './billing-code.ts';

describe('code types', () => {
  it.each(['M54.16', 'M1A.00X0', 'S32.010A', 'E11.9', 'I10', 'U07.1', 'm54.41', 'C7A.010'])(
    '%s is an ICD-10-CM code',
    (code) => {
      expect(isIcd10(code)).toBe(true);
      expect(guessCodeType(code)).toBe('ICD10');
    },
  );

  it.each(['64483', '0232T', '1000F', 'J1100', 'G0260', 'j3301'])('%s is a procedure code', (code) => {
    expect(isProcedureCode(code)).toBe(true);
    expect(isIcd10(code)).toBe(false);
    expect(guessCodeType(code)).toBe('CPT');
  });

  it.each([
    ['M54.', 'ICD10'],
    ['Z', 'ICD10'],
    ['123', 'CPT'],
    ['', 'CPT'],
    ['#1', 'CPT'],
    ['1-ABC', 'CPT'],
  ] as const)('guesses the unknown code %j as %s', (code, type) => {
    expect(guessCodeType(code)).toBe(type);
  });

  it('are normalized to uppercase without spaces', () => {
    expect(normalizeCode(' m54. 16 ')).toBe('M54.16');
  });
});

describe('catalog codes', () => {
  it.each([
    ['ICD10', 'M5416', 'M54.16'],
    ['ICD10', 'm1a00x0', 'M1A.00X0'],
    ['ICD10', 'S32.010A', 'S32.010A'],
    ['ICD10', 'A00', 'A00'],
    ['ICD10', 'A00.', 'A00'],
    ['ICD10', 'M54.16..', 'M54.16'],
    ['ICD10', ' i 10 ', 'I10'],
    ['CPT', '64483', '64483'],
    ['CPT', 'j1100', 'J1100'],
  ] as const)('stores %s %s as %s', (type, typed, stored) => {
    expect(catalogCode(type, typed)).toBe(stored);
    expect(catalogCode(type, stored)).toBe(stored);
    expect(codeFormatWarning(type, typed)).toBeNull();
  });

  it('allows custom codes with a warning, and rejects markup', () => {
    expect(codeProblem('CPT', 'no-show')).toBeNull();
    expect(codeFormatWarning('CPT', 'no-show')).toBe('This does not look like a CPT or HCPCS code');
    expect(codeFormatWarning('ICD10', '64483')).toBe('This does not look like an ICD-10-CM code');
    for (const wrong of ['<b>', '-1', 'a,b', '=1', ''])
      expect(codeProblem('CPT', wrong)).toBe('Code can have letters, digits, dots and hyphens only');
  });

  it.each([
    ['CPT', '1992', 'CPT codes have 5 digits. If a spreadsheet has removed leading zeros, enter 01992.'],
    ['CPT', '630', 'CPT codes have 5 digits. If a spreadsheet has removed leading zeros, enter 00630.'],
    ['CPT', '63', 'CPT codes have 5 digits'],
    ['CPT', '644830', 'CPT codes have 5 digits'],
    ['CPT', '99213.0', 'A spreadsheet has changed this code to a number. Enter 99213.'],
    ['CPT', '99213.', 'A spreadsheet has changed this code to a number. Enter 99213.'],
    ['CPT', '1992.00', 'A spreadsheet has changed this code to a number. Enter 01992.'],
    ['CPT', '64483-50', 'Enter 64483 without a modifier. Modifiers belong to the billing line.'],
    ['CPT', 'j3301-jw', 'Enter J3301 without a modifier. Modifiers belong to the billing line.'],
    ['CPT', '0232t-rt-59', 'Enter 0232T without a modifier. Modifiers belong to the billing line.'],
    ['ICD10', '630', 'ICD-10-CM codes start with a letter'],
    ['ICD10', '724.2', 'ICD-10-CM codes start with a letter'],
    ['CPT', '64483', null],
    ['CPT', '00630', null],
    ['CPT', '0232T', null],
    ['CPT', 'J3301', null],
    ['CPT', 'LAB.1', null],
    ['CPT', '1-ABC', null],
    ['CPT', 'SELF-PAY', null],
    ['ICD10', 'M54.16', null],
    ['ICD10', 'X-123456', null],
  ] as const)('%s %s: %s', (type, code, problem) => {
    expect(codeProblem(type, code)).toBe(problem);
  });
});
