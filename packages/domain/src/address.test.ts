import { describe, expect, it } from 'vitest';

import {
  formatZipInput,
  isStateCode,
  isUsStateCode,
  isValidZip,
  OTHER_STATES,
  statesOf,
  US_STATES,
} from './address.ts';

describe('states', () => {
  it('lists 50, each with a two-letter code and a name, sorted by name', () => {
    expect(US_STATES).toHaveLength(50);
    expect(
      US_STATES.every(
        ({ code, name }) => /^[A-Z]{2}$/.test(code) && /^[A-Z][a-z]+( [A-Z][a-z]+)?$/.test(name),
      ),
    ).toBe(true);
    const names = US_STATES.map(({ name }) => name);
    expect(names).toEqual(names.toSorted());
    expect(new Set(US_STATES.map(({ code }) => code)).size).toBe(50);
  });

  it('names each state correctly', () => {
    const byCode = new Map(US_STATES.map(({ code, name }) => [code, name]));
    expect([byCode.get('AL'), byCode.get('NC'), byCode.get('WV'), byCode.get('WY')]).toEqual([
      'Alabama',
      'North Carolina',
      'West Virginia',
      'Wyoming',
    ]);
  });

  it('accepts only the 50 codes, in uppercase', () => {
    expect(US_STATES.every(({ code }) => isUsStateCode(code))).toBe(true);
    expect(['', 'tx', 'TX ', 'DC', 'PR', 'Texas', 'XX'].some((text) => isUsStateCode(text))).toBe(false);
  });
});

describe('ZIP', () => {
  it.each(['12345', '00501', '12345-6789'])('%s is valid', (zip) => {
    expect(isValidZip(zip)).toBe(true);
  });

  it.each([
    '',
    '1234',
    '123456',
    '12345-',
    '12345-678',
    '123456789',
    '12345 6789',
    '1234a',
    ' 12345',
    '12345\n',
  ])('refuses %j', (zip) => {
    expect(isValidZip(zip)).toBe(false);
  });

  it.each([
    ['', ''],
    ['123', '123'],
    ['12345', '12345'],
    ['12345-', '12345-'],
    ['123456', '12345-6'],
    ['12345 6789', '12345-6789'],
    [' 12345 ', '12345'],
    ['12345-67890', '12345-67890'],
    ['1234-5', '1234-5'],
    ['zip 90210', 'zip 90210'],
    ['K1A 0B1', 'K1A 0B1'],
  ])('formats typed %j as %j', (typed, shown) => {
    expect(formatZipInput(typed)).toBe(shown);
    expect(formatZipInput(shown)).toBe(shown);
  });
});

describe('states outside the fifty', () => {
  it('follow them if the practice takes them', () => {
    expect(statesOf(false)).toEqual(US_STATES);
    expect(statesOf(true).slice(50)).toEqual(OTHER_STATES);
    expect(OTHER_STATES.map(({ code }) => code)).toEqual([
      'DC',
      'AS',
      'GU',
      'MP',
      'PR',
      'VI',
      'AA',
      'AE',
      'AP',
    ]);
  });

  it('are state codes, as the fifty are', () => {
    expect(statesOf(true).every(({ code }) => isStateCode(code))).toBe(true);
    expect(['', 'dc', 'XX', 'Guam'].some((text) => isStateCode(text))).toBe(false);
  });
});
