import { describe, expect, it } from 'vitest';
import {
  catalogCode,
  codeFormatWarning,
  guessCodeType,
  isCatalogCode,
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
    expect(isCatalogCode('no-show')).toBe(true);
    expect(codeFormatWarning('CPT', 'no-show')).toBe('This does not look like a CPT or HCPCS code');
    expect(codeFormatWarning('ICD10', '64483')).toBe('This does not look like an ICD-10-CM code');
    for (const wrong of ['<b>', '-1', 'a,b', '=1', '']) expect(isCatalogCode(wrong)).toBe(false);
  });
});
