import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { formatSsn, formatSsnInput, isValidSsn, maskSsn, normalizeSsn } from './ssn.ts';

describe('social security numbers', () => {
  it.each([
    '123456789',
    '123-45-6789',
    '123 45 6789',
    ' 123-45-6789 ',
    '001010001',
    '899-99-9999',
    '665-01-0001',
  ])('accepts %j', (text) => {
    expect(isValidSsn(text)).toBe(true);
  });

  it.each([
    ['area 000', '000-12-3456'],
    ['area 666', '666-12-3456'],
    ['area 900', '900-12-3456'],
    ['area 999', '999999999'],
    ['group 00', '123-00-4567'],
    ['serial 0000', '123-45-0000'],
    ['eight digits', '12345678'],
    ['ten digits', '1234567890'],
    ['nothing', ''],
    ['a hyphen too few', '123-456789'],
    ['mixed separators', '123-45 6789'],
    ['a masked number', '***-**-6789'],
    ['letters', '12E-45-6789'],
  ])('refuses %s', (_, text) => {
    expect(isValidSsn(text)).toBe(false);
  });

  it('are stored as digits and shown as XXX-XX-XXXX', () => {
    expect(normalizeSsn(' 123-45-6789 ')).toBe('123456789');
    expect(formatSsn('123456789')).toBe('123-45-6789');
    expect(formatSsn('123-45-6789')).toBe('123-45-6789');
    expect(formatSsn('6789')).toBe('6789');
    expect(formatSsn('')).toBe('');
  });

  it('round-trip through display', () => {
    fc.assert(
      fc.property(fc.nat(999_999_999), (number) => {
        const digits = String(number).padStart(9, '0');
        expect(normalizeSsn(formatSsn(digits))).toBe(digits);
        expect(isValidSsn(formatSsn(digits))).toBe(isValidSsn(digits));
      }),
    );
  });
});

describe('masked social security number', () => {
  it('shows only the last four digits', () => {
    expect(maskSsn('1234')).toBe('***-**-1234');
    expect([maskSsn(null), maskSsn(undefined), maskSsn('')]).toEqual(['', '', '']);
  });

  it.each(['123456789', '123-45-6789', '12', '12345', 'abcd', '1234\n'])('never shows %j', (text) => {
    expect(maskSsn(text)).toBe('***-**-****');
  });
});

describe('social security number input', () => {
  it.each([
    ['1', '1'],
    ['123', '123'],
    ['1234', '123-4'],
    ['123-', '123-'],
    ['123456', '123-45-6'],
    ['123456789', '123-45-6789'],
    [' 123-45-6789 ', '123-45-6789'],
    ['1234567890', '1234567890'],
    ['123-45-67890', '123-45-67890'],
    ['12-345-6789', '12-345-6789'],
    ['SSN 123-45-6789', 'SSN 123-45-6789'],
    ['no number', 'no number'],
  ])('formats typed %j as %j', (typed, shown) => {
    expect(formatSsnInput(typed)).toBe(shown);
    expect(formatSsnInput(shown)).toBe(shown);
  });
});

describe('a pasted social security number', () => {
  it.each(['SSN 219-09-9999', 'SSN: 219099999', ' Social security number: 219 09 9999'])(
    'may have a label: %s',
    (text) => {
      expect(isValidSsn(text)).toBe(true);
      expect(normalizeSsn(text)).toBe('219099999');
    },
  );

  it.each(['EIN 219-09-9999', 'SSN', 'SSN 219-09'])('is refused with other words: %s', (text) => {
    expect(isValidSsn(text)).toBe(false);
  });
});
