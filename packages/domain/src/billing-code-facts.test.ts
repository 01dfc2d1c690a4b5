import { describe, expect, it } from 'vitest';
import { DRUG_FACTS, HCPCS_FILE } from './billing-code-drugs.ts';
import { checkFacts, factsOf, invalidOn, isValidOn, validityText } from './billing-code-facts.ts';
import { FEE_SCHEDULE } from './billing-code-fees.ts';
import type { Official } from './code-files/official.ts';
import { defaultCodeTraits } from './billing-code-traits.ts';
import { isDateOnly } from './date.ts';

const statusOf = (code: string, change: object = {}) =>
  Object.fromEntries(
    checkFacts('CPT', code, { ...defaultCodeTraits('CPT', code, false), ...change }).map(
      ({ fact, status }) => [fact, status],
    ),
  );

describe('facts of codes', () => {
  it.each([
    // HCPCS Level II, April 2026: code, first day, last day, replaced by.
    ['J1020', '1982-01-01', '2024-03-31', 'J1010'],
    ['J1030', '1982-01-01', '2024-03-31', 'J1010'],
    ['J1040', '1982-01-01', '2024-03-31', 'J1010'],
    ['J1010', '2024-04-01', null, undefined],
    ['J1170', '1982-01-01', '2024-09-30', 'J1171'],
    ['J1171', '2024-10-01', null, undefined],
    ['J2001', '2004-01-01', '2024-09-30', 'J2003'],
    ['J2003', '2024-10-01', null, undefined],
    ['J2004', '2024-10-01', null, undefined],
    ['J2400', '1986-01-01', '2022-12-31', 'J2401'],
    ['J2920', '1982-01-01', '2024-03-31', 'J2919'],
    ['J2930', '1984-01-01', '2024-03-31', 'J2919'],
    ['J0171', '2011-01-01', '2025-06-30', 'J0165'],
    ['J2310', '1996-01-01', '2025-06-30', 'J2312'],
    ['J3301', '1991-01-01', null, undefined],
  ])('%s is valid from %s to %s', (code, validFrom, validTo, replacedBy) => {
    expect(factsOf('CPT', code).validity).toEqual({ validFrom, validTo });
    expect(factsOf('CPT', code).replacedBy).toBe(replacedBy);
    expect(defaultCodeTraits('CPT', code, false)).toMatchObject({ validFrom, validTo });
  });

  it('have successors that are valid when the code ends', () => {
    for (const [code, { validity, replacedBy }] of DRUG_FACTS) {
      for (const day of [validity?.validFrom, validity?.validTo])
        expect(day === null || day === undefined || isDateOnly(day)).toBe(true);
      if (replacedBy === undefined) continue;
      const next = factsOf('CPT', replacedBy).validity;
      expect([code, validity?.validTo !== null && next?.validTo]).toEqual([code, null]);
      expect((validity?.validTo ?? '') < (next?.validFrom ?? '')).toBe(true);
    }
  });

  it('say what is checked, with its source, and what is not', () => {
    expect(statusOf('64483')).toEqual({ bilateralIndicator: 'checked', validity: 'checked' });
    expect(statusOf('64483', { bilateralIndicator: 0 })).toEqual({
      bilateralIndicator: 'differs',
      validity: 'checked',
    });
    expect(statusOf('0999T')).toEqual({ bilateralIndicator: 'unchecked', validity: 'unchecked' });
    expect(statusOf('J3301')).toEqual({ unitSize: 'checked', validity: 'checked' });
    expect(statusOf('J3301', { unitSize: 40 })).toEqual({ unitSize: 'differs', validity: 'checked' });
    expect(statusOf('J1040', { validTo: null })).toEqual({ unitSize: 'checked', validity: 'differs' });
    // The file has the code, but not its unit.
    expect(statusOf('J7325')).toEqual({ unitSize: 'unchecked', validity: 'checked' });
    expect(checkFacts('ICD10', 'M54.16', defaultCodeTraits('ICD10', 'M54.16', false))).toEqual([]);
    const [indicator] = checkFacts('CPT', '64483', defaultCodeTraits('CPT', '64483', false));
    expect(indicator).toEqual({
      fact: 'bilateralIndicator',
      status: 'checked',
      source: FEE_SCHEDULE,
      official: '1',
    });
    const [size] = checkFacts('CPT', 'J3301', defaultCodeTraits('CPT', 'J3301', false));
    expect(size).toEqual({ fact: 'unitSize', status: 'checked', source: HCPCS_FILE, official: '10 mg' });
  });
});

describe('facts of loaded editions', () => {
  const nothing = { hcpcs: null, feeSchedule: null, mue: null, addOn: null, icd10: null };
  const fees = {
    status: 'A',
    pcTc: '0',
    globalDays: '000',
    multiple: '2',
    bilateral: 0,
    assistant: '1',
    coSurgeons: '0',
    team: '0',
  } as const;
  const drug = {
    description: 'Injection, per 20 mg',
    isModifier: false,
    coverage: 'D',
    action: 'N',
    validFrom: '1991-01-01',
    validTo: '2026-12-31',
  };
  const edition = { validFrom: '2026-10-01', validTo: null };
  const official: Official = {
    editions: [
      { ...edition, kind: 'feeSchedule', title: 'CMS, fees' },
      { ...edition, kind: 'hcpcs', title: 'CMS, HCPCS' },
    ],
    codes: [
      { ...nothing, code: '64483', feeSchedule: fees },
      { ...nothing, code: 'J3301', hcpcs: drug },
    ],
    pairs: [],
  };
  const checked = (code: string) => checkFacts('CPT', code, defaultCodeTraits('CPT', code, false), official);

  it('count instead of the built-in ones, and name the edition', () => {
    const source = { name: 'CMS, fees, edition from 10/01/2026', lookedUp: null };
    expect(checked('64483')).toEqual([
      { fact: 'bilateralIndicator', status: 'differs', source, official: '0' },
      { fact: 'validity', status: 'checked', source, official: 'no end date' },
    ]);
    expect(checked('J3301').map(({ status, official: said }) => [status, said])).toEqual([
      ['differs', '20 mg'],
      ['differs', '01/01/1991 to 12/31/2026'],
    ]);
  });

  it('are missing for a code that the edition does not list', () => {
    expect(checked('62323').map(({ status }) => status)).toEqual(['unchecked', 'unchecked']);
  });
});

describe('valid days', () => {
  const code = { code: 'J1040', validFrom: '1982-01-01', validTo: '2024-03-31' };

  it.each([
    ['1981-12-31', 'Not valid before 01/01/1982'],
    ['1982-01-01', null],
    ['2024-03-31', null],
    ['2024-04-01', 'Ended 03/31/2024. Use J1010.'],
  ])('on %s: %s', (day, problem) => {
    expect(invalidOn(code, day)).toBe(problem);
    expect(isValidOn(code, day)).toBe(problem === null);
  });

  it('are shown in words', () => {
    expect(validityText({ validFrom: '2024-04-01', validTo: null })).toBe('from 04/01/2024');
    expect(validityText({ validFrom: null, validTo: '2024-03-31' })).toBe('until 03/31/2024');
    expect(validityText({ validFrom: '2024-04-01', validTo: '2025-06-30' })).toBe('04/01/2024 to 06/30/2025');
    expect(validityText({ validFrom: null, validTo: null })).toBe('no end date');
  });
});
