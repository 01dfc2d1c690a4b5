import { describe, expect, it } from 'vitest';
import { formKind, NEW_PATIENT, patientInput, patientSchema, readPatient } from './patient-form.ts';
import { aPatient } from '#lib/test/patients.ts';

const TODAY = '2026-11-21';
const typed = { ...NEW_PATIENT, firstName: ' Ann ', lastName: 'Lee', dateOfBirth: '1990-04-05' };

function messages(input: object): Record<string, string> {
  const issues = patientSchema('create', TODAY).safeParse(input).error?.issues ?? [];
  // A field shows its first message.
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path.join('.'), message]));
}

describe('patient form', () => {
  it('requires first name, last name and date of birth, and reports all at once', () => {
    expect(messages(NEW_PATIENT)).toEqual({
      firstName: 'First name is required',
      lastName: 'Last name is required',
      dateOfBirth: 'Date of birth is required',
    });
  });

  it('accepts a date of birth up to the practice’s current date, and reports it with other errors', () => {
    expect(messages({ ...typed, dateOfBirth: TODAY })).toEqual({});
    expect(messages({ ...typed, firstName: '', dateOfBirth: '2026-11-22' })).toEqual({
      firstName: 'First name is required',
      dateOfBirth: 'Date of birth may not be later than today',
    });
  });

  it.each([
    [true, '1990-04-05', {}],
    [true, '', {}],
    [true, '1990-04-04', { dateOfDeath: 'Date of death is before the date of birth' }],
    [true, '2026-11-22', { dateOfDeath: 'Date of death may not be later than today' }],
    [false, '2020-03-04', { dateOfDeath: 'Only a deceased patient can have a date of death' }],
  ])('deceased %s on %j is checked', (isDeceased, dateOfDeath, errors) => {
    expect(messages({ ...typed, isDeceased, dateOfDeath })).toEqual(errors);
  });

  it('leaves this check to the server until the practice’s current date is known', () => {
    const input = { ...typed, dateOfBirth: '2999-01-01' };
    expect(patientSchema('create', undefined).safeParse(input).success).toBe(true);
  });
});

describe('patient payload', () => {
  it('contains only digits of phone and social security number, and null for blanks', () => {
    const input = { ...typed, phone: '(555) 123-4567 ext. 89', socialSecurityNumber: '123-45-6789' };
    expect(patientSchema('create', TODAY).parse(input)).toEqual({
      firstName: 'Ann',
      lastName: 'Lee',
      dateOfBirth: '1990-04-05',
      gender: null,
      socialSecurityNumber: '123456789',
      address: null,
      city: null,
      state: null,
      zipCode: null,
      phone: '555123456789',
      email: null,
      insuranceProvider: null,
      insurancePolicyNumber: null,
    });
  });

  it('returns an unchanged patient as is, with its version', () => {
    const patient = aPatient({ socialSecurityNumber: '123-45-6789', phone: '555123456789' });
    const {
      id: _id,
      medicalRecordNumber: _mrn,
      formerMrn: _former,
      formerCoverage: _coverage,
      isActive: _active,
      createdAt: _created,
      ...fields
    } = patient;
    expect(patientSchema('edit', TODAY).parse(patientInput(patient, 'edit'))).toEqual({
      ...fields,
      deactivate: false,
      socialSecurityNumber: '123456789',
    });
  });

  it('keeps a death and its date when something else is edited', () => {
    const patient = aPatient({ isDeceased: true, dateOfDeath: '2020-03-04' });
    const input = { ...patientInput(patient, 'keepsSsn'), city: 'Dallas' };
    expect(patientSchema('keepsSsn', TODAY).parse(input)).toMatchObject({
      city: 'Dallas',
      isDeceased: true,
      dateOfDeath: '2020-03-04',
    });
  });

  it('leaves out a social security number that the user may not see', () => {
    const sent = patientSchema('keepsSsn', TODAY).parse(patientInput(aPatient(), 'keepsSsn'));
    expect(sent).not.toHaveProperty('socialSecurityNumber');
  });

  it.each([
    ['123-45-6789', true, 'edit'],
    [null, true, 'edit'],
    ['***-**-6789', true, 'keepsSsn'],
    [null, false, 'keepsSsn'],
    ['***-**-6789', false, 'keepsSsn'],
  ])('with number %s and Patient.ViewSsn %s comes from a form of kind %s', (ssn, canView, kind) => {
    expect(formKind(aPatient({ socialSecurityNumber: ssn }), canView)).toBe(kind);
  });
});

describe('current record of a stale save', () => {
  it('is parsed with the contract’s schema, or ignored', () => {
    expect(readPatient(aPatient())).toEqual(aPatient());
    expect(readPatient({ id: 'x' })).toBeNull();
    expect(readPatient(undefined)).toBeNull();
  });
});
