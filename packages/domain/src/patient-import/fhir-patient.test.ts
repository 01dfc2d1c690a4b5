import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rawFromFhir } from './fhir-patient.ts';

describe('a FHIR R4 Patient', () => {
  it('becomes the cells of a row', () => {
    const resource = {
      resourceType: 'Patient',
      id: 'abc',
      identifier: [
        { type: { coding: [{ code: 'MR' }] }, value: 'A-1234' },
        { system: 'http://hl7.org/fhir/sid/us-ssn', value: '123-45-6789' },
      ],
      name: [
        { use: 'maiden', family: 'Doe', given: ['Jane'] },
        { use: 'official', family: 'Roe', given: ['Jane', 'M.'], suffix: ['III'] },
      ],
      telecom: [
        { system: 'phone', use: 'home', value: '410-555-0123' },
        { system: 'phone', use: 'mobile', value: '410-555-0124' },
        { system: 'email', value: 'jane@example.com' },
      ],
      gender: 'female',
      birthDate: '1980-01-05',
      deceasedDateTime: '2020-01-01T00:00:00Z',
      address: [
        { use: 'old', city: 'Dover' },
        { line: ['12 Maple Street', 'Apt 4'], city: 'Baltimore', state: 'MD', postalCode: '21224' },
      ],
    };
    expect(rawFromFhir(resource)).toEqual({
      formerMrn: 'A-1234',
      firstName: 'Jane M.',
      lastName: 'Roe',
      suffix: 'III',
      dateOfBirth: '1980-01-05',
      gender: 'female',
      socialSecurityNumber: '123-45-6789',
      address: '12 Maple Street, Apt 4',
      city: 'Baltimore',
      state: 'MD',
      zipCode: '21224',
      phone: '410-555-0124',
      otherPhones: ['410-555-0123'],
      email: 'jane@example.com',
      status: 'active',
      deathDate: '2020-01-01T00:00:00Z',
    });
  });

  it('may have its name as text, and no record number', () => {
    expect(
      rawFromFhir({ resourceType: 'Patient', id: 'abc', active: false, name: [{ text: 'Jane Roe' }] }),
    ).toEqual({ formerMrn: 'abc', fullName: 'Jane Roe', status: 'inactive' });
  });

  it('is nothing else, and parts of a wrong shape are ignored', () => {
    expect(rawFromFhir({ resourceType: 'Observation' })).toBeUndefined();
    expect(rawFromFhir(null)).toBeUndefined();
    expect(rawFromFhir({ resourceType: 'Patient', name: 'Jane', address: [1], gender: 2 })).toEqual({
      status: 'active',
    });
  });

  it('never makes the reader throw', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (name, telecom) => {
        expect(rawFromFhir({ resourceType: 'Patient', name, telecom })).toBeDefined();
      }),
    );
  });
});
