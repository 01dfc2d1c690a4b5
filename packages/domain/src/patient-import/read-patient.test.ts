import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPhone } from '../phone.ts';
import { IMPORT_FIELDS, type RawPatient } from './columns.ts';
import { readPatient } from './read-patient.ts';
import { wordsIn } from './words.ts';

const read = (raw: RawPatient) => readPatient(raw, { order: 'month first', today: '2026-11-23', words: {} });
const NAMES = { firstName: 'Jane', lastName: 'Roe', dateOfBirth: '1/5/1980' };

describe('a row of an old system’s patient list', () => {
  it('becomes a patient', () => {
    const raw: RawPatient = {
      formerMrn: ' A-1234 ',
      fullName: 'Roe, Jane M.',
      dateOfBirth: '01/05/1980',
      gender: 'f',
      socialSecurityNumber: '123-45-6789',
      address: '12 Maple  Street',
      addressLine2: 'Apt 4',
      city: 'Baltimore',
      state: 'maryland',
      zipCode: '212241234',
      phone: '(410) 555-0123 x45',
      email: 'jane@example.com',
      insuranceProvider: 'Aetna',
      insurancePolicyNumber: 'AET1',
      status: 'Active',
    };
    expect(read(raw)).toEqual({
      patient: {
        formerMrn: 'A-1234',
        firstName: 'Jane M.',
        lastName: 'Roe',
        dateOfBirth: '1980-01-05',
        isDeceased: false,
        dateOfDeath: null,
        gender: 'Female',
        socialSecurityNumber: '123456789',
        address: '12 Maple Street, Apt 4',
        city: 'Baltimore',
        state: 'MD',
        zipCode: '21224-1234',
        phone: '410555012345',
        email: 'jane@example.com',
        insuranceProvider: 'Aetna',
        insurancePolicyNumber: 'AET1',
        formerCoverage: null,
        isActive: true,
      },
      problems: [],
      skipped: null,
      notes: [],
    });
  });

  it('lists everything that is wrong', () => {
    const { problems } = read({
      lastName: 'Roe',
      dateOfBirth: '13/13/1980',
      gender: 'Q',
      state: 'Ontario',
      zipCode: '1',
      phone: '555-0123',
      socialSecurityNumber: '12345',
    });
    expect(problems.map(({ message }) => message)).toEqual([
      'First name is required',
      'Date of birth is not a valid date',
      'Gender has a word that is not understood; choose what it means',
      'Social security number must have 9 digits',
      'State must be one of the 50 US states',
      'ZIP code must be 5 digits or 5+4 digits',
      'Phone has no area code',
    ]);
  });

  it.each([
    ['', 'Date of birth is required'],
    ['11/24/2026', 'Date of birth may not be later than today'],
    ['25/03/1980', 'Date of birth has the day first, but the file is read with the month first'],
    ['29225', 'Date of birth is a number; format the column as a date in the spreadsheet'],
  ])('refuses the date of birth %j: %s', (dateOfBirth, message) => {
    expect(read({ ...NAMES, dateOfBirth }).problems).toEqual([{ field: 'dateOfBirth', message }]);
  });

  it.each([
    ['socialSecurityNumber', '999-53-8325', 'Social security number that was never issued left out'],
    ['socialSecurityNumber', 'XXX-XX-6789', 'Masked social security number left out'],
    ['phone', '000-000-0000', 'Phone that is no real number left out'],
    ['zipCode', '00000', 'ZIP code 00000 left out'],
    ['suffix', 'PhD', 'Suffix that is no part of the name left out'],
  ] as const)('notes what it leaves out: %s %s', (field, cell, note) => {
    expect(read({ ...NAMES, [field]: cell })).toMatchObject({ problems: [], notes: [note] });
  });

  it.each([
    ['gender', 'M', 'Male'],
    ['gender', 'Unknown', null],
    ['state', 'N.Y.', 'NY'],
    ['zipCode', '2171', '02171'],
    ['zipCode', '02171-0000', '02171'],
    ['phone', '410.555.0123 (cell)', '4105550123'],
    ['phone', '+1 410 555 0123', '14105550123'],
    ['phone', 'none', null],
    ['email', 'N/A', null],
    ['city', '--', null],
  ] as const)('reads %s %s as %s', (field, cell, value) => {
    expect(read({ ...NAMES, [field]: cell })).toMatchObject({ problems: [], patient: { [field]: value } });
  });

  it.each([
    [{ status: 'Inactive' }, false],
    [{ status: 'Active', deathDate: '2020-01-01' }, false],
    [{ deathDate: 'No' }, true],
    [{}, true],
    [{ status: 'N/A' }, true],
    [{ status: 'Deceased' }, false],
    [{ deceased: 'Y' }, false],
    [{ deceased: 'Y', deathDate: '0000-00-00' }, false],
    [{ deceased: 'N', deathDate: '1900-01-01' }, true],
    [{ deathDate: '2019' }, false],
    [{ deathDate: '2019-05' }, false],
    [{ deathDate: '5-MAY-2019 00:00' }, false],
  ])('knows from %j whether the patient is active: %s', (raw, isActive) => {
    expect(read({ ...NAMES, ...raw }).patient.isActive).toBe(isActive);
  });

  it.each(
    '0000-00-00|0000-00-00 00:00:00|00/00/0000|00-00-0000|00000000|0001-01-01|1753-01-01|01/01/1753|1899-12-30|12/30/1899|1900-01-01|1/1/1900 12:00 AM|1/0/1900|9999-12-31|12/31/9999|NULL|null|N/A|-|--|  /  /    |unknown|none'.split(
      '|',
    ),
  )('takes the placeholder %j for no date', (cell) => {
    expect(read({ ...NAMES, deathDate: cell })).toMatchObject({ problems: [], patient: { isActive: true } });
    expect(read({ ...NAMES, dateOfBirth: cell }).problems).toMatchObject([{ field: 'dateOfBirth' }]);
  });

  it.each([
    [{ status: 'Established' }, 'Status has a word that is not understood; choose what it means'],
    [{ status: 'Unknown' }, 'Status has a word that is not understood; choose what it means'],
    [{ status: 'D' }, 'Status has a word that is not understood; choose what it means'],
    [{ deceased: 'see chart' }, 'Deceased has a word that is not understood; choose what it means'],
    [{ deathDate: 'in hospice' }, 'Deceased has a word that is not understood; choose what it means'],
    [{ deathDate: '1970-01-01' }, 'Deceased has a word that is not understood; choose what it means'],
    [{ deathDate: '31/31/2019' }, 'Date of death is not a valid date'],
    [{ deathDate: '01/01/2027' }, 'Date of death may not be later than today'],
    [{ deathDate: '01/01/1979' }, 'Date of death is before the date of birth'],
    [{ deceased: 'No', deathDate: '5/5/2019' }, 'Deceased and date of death contradict each other'],
    [{ gender: 'G' }, 'Gender has a word that is not understood; choose what it means'],
  ])('asks instead of guessing: %j', (raw, message) => {
    expect(read({ ...NAMES, ...raw }).problems.map((problem) => problem.message)).toEqual([message]);
  });

  it.each([
    [
      'a ZIP code of four digits',
      { zipCode: '2139' },
      { zipCode: '02139' },
      'Leading zero added to a ZIP code of four digits',
    ],
    [
      'the same with four more',
      { zipCode: '2139-4307' },
      { zipCode: '02139-4307' },
      'Leading zero added to a ZIP code of four digits',
    ],
    [
      'a second phone',
      { phone: '410-555-0123', otherPhones: ['410-555-0199'] },
      { phone: '4105550123' },
      'Second phone left out',
    ],
    [
      'a year with two digits',
      { dateOfBirth: '1/5/80' },
      { dateOfBirth: '1980-01-05' },
      'Year of birth with two digits read as the latest possible one',
    ],
    [
      'one of last year',
      { dateOfBirth: '1/5/25' },
      { dateOfBirth: '2025-01-05' },
      'Year of birth with two digits read as the latest possible one',
    ],
    [
      'one that is in the future this century',
      { dateOfBirth: '12/24/26' },
      { dateOfBirth: '1926-12-24' },
      'Year of birth with two digits read as the latest possible one',
    ],
  ])('says what it made of %s', (_what, raw, patient, note) => {
    expect(read({ ...NAMES, ...raw })).toMatchObject({ problems: [], patient, notes: [note] });
  });

  it.each([
    ['the same phone twice', { phone: '(410) 555-0123', otherPhones: ['1-410-555-0123', ' n/a '] }],
    ['a full ZIP code', { zipCode: '02139' }],
    ['a full year', { dateOfBirth: '01/05/2026' }],
  ])('says nothing about %s', (_what, raw) => {
    expect(read({ ...NAMES, ...raw })).toMatchObject({ problems: [], notes: [] });
  });

  it.each([
    ['a ZIP code of three digits', { zipCode: '123' }, 'ZIP code must be 5 digits or 5+4 digits'],
    [
      'two digits of this year, which would make a newborn',
      { dateOfBirth: '1/5/26' },
      'Date of birth has a year of two digits, which may be 2026 or 1926',
    ],
    [
      'the same with a name of the month',
      { dateOfBirth: '5-Jan-26' },
      'Date of birth has a year of two digits, which may be 2026 or 1926',
    ],
  ])('does not guess from %s', (_what, raw, message) => {
    expect(read({ ...NAMES, ...raw }).problems).toMatchObject([{ message }]);
  });

  it('reads words as a person chose, first of all', () => {
    const words = {
      status: { established: 'Active', active: 'Inactive' },
      deceased: { '1970-01-01': 'No' },
      gender: { g: 'Other', m: 'None' },
    } as const;
    const asked = (raw: RawPatient) =>
      readPatient({ ...NAMES, ...raw }, { order: 'month first', today: '2026-11-23', words }).patient;
    expect(asked({ status: ' Established ' }).isActive).toBe(true);
    expect(asked({ status: 'Active' }).isActive).toBe(false);
    expect(asked({ deathDate: '1970-01-01' }).isActive).toBe(true);
    expect(asked({ gender: 'G' }).gender).toBe('Other');
    expect(asked({ gender: 'M' }).gender).toBeNull();
  });

  it('names the words of a row, but no texts and numbers', () => {
    expect(wordsIn({ gender: ' F', status: 'N/A', deceased: 'No', deathDate: '5/5/2019' })).toEqual([
      ['gender', 'f'],
      ['deceased', 'no'],
    ]);
    expect(wordsIn({ status: '523017413', gender: 'x'.repeat(41), deathDate: '1970-01-01' })).toEqual([
      ['deceased', '1970-01-01'],
    ]);
  });

  it('keeps names that look like missing values', () => {
    expect(read({ ...NAMES, firstName: 'Na', lastName: 'Null' })).toMatchObject({
      problems: [],
      patient: { firstName: 'Na', lastName: 'Null' },
    });
  });

  it('never throws', () => {
    const cell = fc.string({ unit: 'binary', maxLength: 30 });
    const raw = fc.record(Object.fromEntries(IMPORT_FIELDS.map((field) => [field, cell])), {
      requiredKeys: [],
    });
    fc.assert(
      fc.property(raw, (each) => {
        expect(read(each).problems).toBeInstanceOf(Array);
      }),
    );
  });

  it('keeps other coverage as it is, with dates that it can read', () => {
    expect(
      read({
        ...NAMES,
        groupNumber: ' G-1 ',
        subscriberName: 'Roe, Ann',
        subscriberDateOfBirth: '3/4/1950',
        subscriberRelation: 'N/A',
        secondaryInsuranceProvider: 'Cigna',
      }),
    ).toMatchObject({
      problems: [],
      patient: {
        formerCoverage: {
          groupNumber: 'G-1',
          subscriberName: 'Roe, Ann',
          subscriberDateOfBirth: '1950-03-04',
          secondaryInsuranceProvider: 'Cigna',
        },
      },
    });
    expect(
      read({
        ...NAMES,
        subscriberDateOfBirth: '00/00/0000',
      }).patient.formerCoverage,
    ).toBeNull();
    expect(
      read({
        ...NAMES,
        subscriberDateOfBirth: 'spring',
      }),
    ).toMatchObject({
      problems: [],
      patient: { formerCoverage: { subscriberDateOfBirth: 'spring' } },
    });
  });

  it('refuses a cell that is too long, even if its beginning would do', () => {
    const lastName = `Roe${' '.repeat(1000)}Smith`;
    expect(read({ ...NAMES, lastName }).problems).toEqual([
      { field: 'lastName', message: 'Last name has more than 1000 characters' },
    ]);
  });

  it.each(['+52 55 1234 5678', '525512345678', '55 1234 5678', '4105550123 / 4105550124', '４105550123'])(
    'refuses the phone %s instead of taking it for a US number',
    (phone) => {
      expect(read({ ...NAMES, phone }).problems).toEqual([
        { field: 'phone', message: 'Phone is not a valid US phone number' },
      ]);
    },
  );

  it('reads its own result the same way', () => {
    const raw = fc.record({
      dateOfBirth: fc.constantFrom('1/5/80', '5-Jan-1980', '1980-01-05'),
      gender: fc.constantFrom('m', 'Woman', 'x', ''),
      state: fc.constantFrom('md', 'New York', ''),
      zipCode: fc.constantFrom('501', '212241234', '2171'),
      phone: fc.constantFrom('(410) 555-0123 ext. 4', '1-410-555-0123', '4105550123'),
    });
    fc.assert(
      fc.property(raw, (each) => {
        const { patient } = read({ ...NAMES, ...each });
        const shown = { ...patient, phone: formatPhone(patient.phone) };
        const cells = Object.entries(shown).filter(([, value]) => typeof value === 'string');
        expect(read(Object.fromEntries(cells)).patient).toEqual(patient);
      }),
    );
  });
});
