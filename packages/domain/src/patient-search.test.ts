import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { formatDateUs } from './date.ts';
import {
  normalizeSearchText,
  parsePatientSearch,
  PATIENT_SEARCH_MIN_LENGTH,
  patientSearchText,
  searchAlternatives,
} from './patient-search.ts';
import { formatPhone } from './phone.ts';

interface Patient {
  firstName: string;
  lastName: string;
  medicalRecordNumber: string;
  phone: string | null;
  dateOfBirth: string;
  formerMrn?: string;
}

const PATIENT: Patient = {
  firstName: 'José María',
  lastName: "O'Brien-Núñez",
  medicalRecordNumber: '00001234',
  phone: '5551234567',
  dateOfBirth: '1980-01-05',
};

/** A plain reimplementation of the server's SQL. */
function finds(patient: Patient, query: string): boolean {
  const text = patientSearchText(patient);
  return searchAlternatives(parsePatientSearch(query)).some((terms) =>
    terms.every((term) => {
      if (term.kind === 'date') return term.dates.includes(patient.dateOfBirth);
      if (term.kind === 'short') return text.split(' ').some((word) => word.startsWith(term.text));
      if (term.kind === 'mrn' && patient.medicalRecordNumber === term.mrn) return true;
      return text.includes(term.kind === 'text' ? term.text : term.digits);
    }),
  );
}

describe('the number of a former system', () => {
  it.each(['A-98-7788', 'a987788', 'A-98', '7788', '98-7788'])('is found by %s', (query) => {
    const former = { ...PATIENT, formerMrn: 'A-98-7788' };
    expect([former, PATIENT].map((patient) => finds(patient, query))).toEqual([true, false]);
  });
});

describe('normalized text', () => {
  it.each([
    ["O'Brien", 'obrien'],
    ['O’Brien', 'obrien'],
    ['Oʼbrien', 'obrien'],
    ['Smith-Jones', 'smith jones'],
    ['Smith‑Jones', 'smith jones'],
    ['Smith – Jones', 'smith jones'],
    ['José  NÚÑEZ', 'jose nunez'],
    ['St. Clair, Jr.', 'st clair jr'],
    ['Weiß', 'weiss'],
    ['100%_\\', '100'],
    ['李 小龍', '李 小龍'],
    ['', ''],
    [' - ', ''],
  ])('normalizes %j to %j', (text, normalized) => {
    expect(normalizeSearchText(text)).toBe(normalized);
  });

  it('contains letters, digits and single spaces only, and is stable', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const once = normalizeSearchText(text);
        expect(once).toMatch(/^([\p{L}\p{N}]+( [\p{L}\p{N}]+)*)?$/u);
        expect(normalizeSearchText(once)).toBe(once);
      }),
    );
  });

  it('stores names, joined names, MRN and phone digits', () => {
    expect(patientSearchText(PATIENT)).toBe(
      'jose maria obrien nunez josemaria obriennunez 00001234 5551234567',
    );
    expect(
      patientSearchText({ firstName: 'Ann', lastName: 'Roe', medicalRecordNumber: '00000001', phone: null }),
    ).toBe('ann roe 00000001');
    expect(
      patientSearchText({ ...PATIENT, firstName: 'Ann', lastName: 'Roe', phone: '(555) 123-4567 ext. 89' }),
    ).toBe('ann roe 00001234 555123456789');
  });
});

describe('search terms', () => {
  it('are split, with a separate kind for words under three characters', () => {
    expect(parsePatientSearch('Roe jo')).toEqual([
      { kind: 'text', text: 'roe' },
      { kind: 'short', text: 'jo' },
    ]);
    expect(parsePatientSearch('李 12')).toEqual([
      { kind: 'short', text: '李' },
      { kind: 'short', text: '12' },
    ]);
  });

  it.each(['(555) 123-4567', '555-123-4567', '555.123.4567', '5551234567', '(555)123-4567', '555 123 4567'])(
    'parses one phone number from %s',
    (query) => {
      expect(parsePatientSearch(query)).toEqual([{ kind: 'digits', digits: '5551234567' }]);
    },
  );

  it.each(['1 (555) 123-4567', '+1 555 123 4567', '15551234567', '1-555-123-4567', '+15551234567'])(
    'ignores the country code of %s',
    (query) => {
      expect(parsePatientSearch(query)).toEqual([{ kind: 'digits', digits: '5551234567' }]);
    },
  );

  it.each(['(555) 123-4567 ext. 89', '555 123 4567 x89', '555123456789'])(
    'reads the extension of %s',
    (query) => {
      expect(parsePatientSearch(query)).toEqual([{ kind: 'digits', digits: '555123456789' }]);
    },
  );

  it.each([
    ['(555)', '555'],
    ['(555) 1', '5551'],
    ['(555) 123', '555123'],
    ['(555) 123-', '555123'],
    ['(555) 123-45', '55512345'],
    ['1 (555) 12', '55512'],
    ['+1 (555) 123', '555123'],
    ['123-4567', '1234567'],
    ['555-12', '55512'],
    ['4567', '4567'],
  ])('reads a partly typed number %s', (query, digits) => {
    const mrn = digits.length === 8 ? { kind: 'mrn', mrn: digits, digits } : { kind: 'digits', digits };
    expect(parsePatientSearch(query)).toEqual([mrn]);
  });

  it('reads a phone number among other words', () => {
    expect(parsePatientSearch('roe (555) 123-4567, jane')).toEqual([
      { kind: 'text', text: 'roe' },
      { kind: 'digits', digits: '5551234567' },
      { kind: 'text', text: 'jane' },
    ]);
  });

  it('reads a two-digit year in both centuries, and digits also as a number', () => {
    expect(parsePatientSearch('3/9/24')).toEqual([{ kind: 'date', dates: ['1924-03-09', '2024-03-09'] }]);
    expect(parsePatientSearch('2/29/01')).toEqual(parsePatientSearch('2 29 01'));
    expect(parsePatientSearch('030924')).toEqual([
      { kind: 'digits', digits: '030924', dates: ['1924-03-09', '2024-03-09'] },
    ]);
    const [number] = parsePatientSearch('03091957');
    expect(number).toEqual({ kind: 'mrn', mrn: '03091957', digits: '03091957', dates: ['1957-03-09'] });
    const ann = { kind: 'text', text: 'ann' } as const;
    expect(searchAlternatives(parsePatientSearch('ann 03091957'))).toEqual([
      [ann, number],
      [ann, { kind: 'date', dates: ['1957-03-09'] }],
    ]);
  });

  it.each(['1/5/1980', '01/05/1980', '01-05-1980', '1980-01-05'])('reads the date of birth %s', (query) => {
    expect(parsePatientSearch(query)).toEqual([{ kind: 'date', dates: ['1980-01-05'] }]);
  });

  it('parses no date of birth from an invalid date', () => {
    expect(parsePatientSearch('13/45/1980')).toEqual([
      { kind: 'short', text: '13' },
      { kind: 'short', text: '45' },
      { kind: 'digits', digits: '1980', dates: expect.arrayContaining(['1980-01-01', '1980-12-31']) },
    ]);
  });

  it('reads a year, and a year with a month, as all of its days', () => {
    expect(parsePatientSearch('1980')).toEqual([
      { kind: 'digits', digits: '1980', dates: expect.arrayContaining(['1980-02-29', '1980-12-31']) },
    ]);
    const [month] = parsePatientSearch('1981-02');
    expect(month).toMatchObject({ kind: 'date', dates: { length: 28, 0: '1981-02-01', 27: '1981-02-28' } });
    expect(parsePatientSearch('1880')).toEqual([{ kind: 'digits', digits: '1880' }]);
  });

  it('treats eight digits as a complete MRN or part of a phone number', () => {
    expect(parsePatientSearch('00001234')).toEqual([{ kind: 'mrn', mrn: '00001234', digits: '00001234' }]);
    expect(parsePatientSearch('0001234')).toEqual([{ kind: 'digits', digits: '0001234' }]);
    expect(parsePatientSearch('000012345')).toEqual([{ kind: 'digits', digits: '000012345' }]);
  });

  it('splits hyphenated names', () => {
    expect(parsePatientSearch('Smith-Jones')).toEqual(parsePatientSearch('smith jones'));
  });

  it('matches everyone for blank text, nobody for punctuation alone', () => {
    expect(parsePatientSearch('')).toEqual([]);
    expect(parsePatientSearch(' \t ')).toEqual([]);
    expect(parsePatientSearch('%')).toEqual([{ kind: 'short', text: '%' }]);
    expect(parsePatientSearch('__ %')).toEqual([{ kind: 'short', text: '__ %' }]);
    expect(parsePatientSearch('roe - %')).toEqual([{ kind: 'text', text: 'roe' }]);
    expect([finds(PATIENT, '%'), finds(PATIENT, '_'), finds(PATIENT, '-')]).toEqual([false, false, false]);
  });

  it('are as many as the different words', () => {
    expect(parsePatientSearch('a b c d e f g h i j')).toHaveLength(10);
    expect(parsePatientSearch('roe ROE Roé')).toEqual([{ kind: 'text', text: 'roe' }]);
  });

  it('start at 2 characters', () => {
    expect(PATIENT_SEARCH_MIN_LENGTH).toBe(2);
  });
});

describe('a patient', () => {
  it.each([
    'jose',
    'José',
    'josé maría',
    "o'brien",
    'obrien',
    'O’BRIEN',
    'o brien',
    'obrien-nunez',
    'obriennunez',

    'nunez jose',
    'Núñez, José',
    'rien',
    'jo',
    '00001234',
    '1234',
    '(555) 123-4567',
    '555-123',
    '1 555 123 4567',
    '1/5/1980',
    '1980-01-05',
    'jose 01/05/1980 4567',
    '1/5/80',
    '01-05-80',
    '010580',
    '01051980 jose',
    'JOSÉ  555.123.4567  nun',
    '1980',
    'jose 1980',
    '1980-01',
    'MRN 00001234',
    'MRN: 00001234 (Active)',
    'DOB 01/05/1980, age 46, MRN 00001234',
    'Born 01/05/1980, 46 years',
    "José María O'Brien-Núñez, MRN 00001234",
    "O'Brien-Núñez, José María (00001234)",
    'Phone: (555) 123-4567',
    'Cell (555) 123-4567',
    'Tel. 555-123-4567',
    'Date of birth: 01/05/1980 (age 46)',
  ])('is found by %j', (query) => {
    const patient = query === 'o brien' ? { ...PATIENT, lastName: 'O Brien' } : PATIENT;
    expect(finds(patient, query)).toBe(true);
  });

  it.each(['smith', 'jose smith', '1/6/1980', '00001235', '(555) 123-4568', 'se', 'jose%'])(
    'is not found by %j',
    (query) => {
      expect(finds({ ...PATIENT, firstName: 'Josie' }, query)).toBe(false);
    },
  );

  it.each(['王小明', '小明王', '王', '小明', '王 小明', '明'.repeat(2)])(
    'with a name without a space is found by %j',
    (query) => {
      expect(finds({ ...PATIENT, firstName: '小明', lastName: '王' }, query)).toBe(true);
    },
  );

  it.each([
    ['김민수', '민수', '김'],
    ['さくら花子', '花子', 'さくら'],
  ])('is found by the whole name %s', (query, firstName, lastName) => {
    expect(finds({ ...PATIENT, firstName, lastName }, query)).toBe(true);
    expect(finds({ ...PATIENT, firstName: '小明', lastName: '王' }, query)).toBe(false);
  });

  it('is found by the emoji of the name', () => {
    const sunny = { ...PATIENT, firstName: 'Sunny ☀️🙂' };
    expect(['🙂', 'sunny 🙂', 'sunny🙂', '☀️'].map((query) => finds(sunny, query))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(['🙁', 'sunny 🙁'].map((query) => finds(sunny, query))).toEqual([false, false]);
  });

  it.each(['age 16', '16 years', 'MRN', 'Born', 'Phone'])('is not found by the label %j alone', (query) => {
    expect(finds(PATIENT, query)).toBe(false);
  });

  it('is found by every value in the list, in any order', () => {
    const name = fc.string({
      unit: fc.constantFrom(...Array.from("abcéñøßABC'’- .-")),
      minLength: 1,
      maxLength: 12,
    });
    const day = fc
      .date({
        min: new Date('1910-01-01T00:00:00Z'),
        max: new Date('2026-01-01T00:00:00Z'),
        noInvalidDate: true,
      })
      .map((date) => date.toISOString().slice(0, 10));
    const phone = fc.tuple(fc.constantFrom('', '1'), fc.integer({ min: 2_000_000_000, max: 9_999_999_999 }));
    const patients = fc.record({
      firstName: name,
      lastName: name,
      medicalRecordNumber: fc.nat(99_999_999).map((number) => String(number).padStart(8, '0')),
      phone: phone.map(([country, number]) => `${country}${number}`),
      dateOfBirth: day,
    });
    fc.assert(
      fc.property(patients, (patient) => {
        const shown = [
          patient.firstName,
          patient.lastName,
          patient.medicalRecordNumber,
          formatPhone(patient.phone),
          formatDateUs(patient.dateOfBirth),
        ];
        const queries = [
          ...shown.filter((part) => normalizeSearchText(part) !== ''),
          shown.slice(2).toReversed().join(' '),
        ];
        expect(queries.filter((query) => !finds(patient, query))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});
