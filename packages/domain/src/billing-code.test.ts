import { describe, expect, it } from 'vitest';
import { guessCodeType, isIcd10, isProcedureCode, normalizeCode } from './billing-code.ts';

describe('spec 2 §5, decisions 63 kinds of codes', () => {
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
  ] as const)('an unknown %j is guessed as %s', (code, type) => {
    expect(guessCodeType(code)).toBe(type);
  });

  it('is stored in upper case without spaces', () => {
    expect(normalizeCode(' m54. 16 ')).toBe('M54.16');
  });
});
