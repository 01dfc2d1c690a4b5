import { describe, expect, it } from 'vitest';
import { autoPopulateValues } from './auto-populate.ts';
import type { NoteFacts } from './source-values.ts';
import { contentOf } from './test/content-of.ts';

const facts: NoteFacts = {
  patient: {
    firstName: 'Jane',
    lastName: 'Roe',
    dateOfBirth: '1960-11-22',
    gender: 'Female',
    medicalRecordNumber: '00000012',
    phone: '4105550142',
    insuranceProvider: null,
  },
  provider: { name: 'Gregory House', title: 'MD' },
  locationName: 'Main Surgery Center',
  procedureDate: '2026-11-21',
};
const content = contentOf({ id: 'a' }, { id: 'b', type: 'date' });
const one = (source: string, given = facts) => autoPopulateValues(content, { a: source }, given)['a'];

describe('auto-populate', () => {
  it.each([
    ['patient.name', 'Jane Roe'],
    ['patient.firstName', 'Jane'],
    ['patient.lastName', 'Roe'],
    ['patient.dateOfBirth', '11/22/1960'],
    // The birthday is tomorrow.
    ['patient.age', '65'],
    ['patient.gender', 'Female'],
    ['patient.medicalRecordNumber', '00000012'],
    ['patient.phone', '(410) 555-0142'],
    ['patient.insurance', undefined],
    ['provider.name', 'Gregory House'],
    ['provider.title', 'MD'],
    ['location.name', 'Main Surgery Center'],
    ['procedureDate', '11/21/2026'],
    ['patient.ssn', undefined],
  ])('fills %s with %s', (source, value) => expect(one(source)).toBe(value));

  it('keeps dates as dates in date fields, and skips unknown fields', () => {
    expect(autoPopulateValues(content, { b: 'patient.dateOfBirth', c: 'patient.name' }, facts)).toEqual({
      b: '1960-11-22',
    });
  });

  it('omits all values while nothing is selected', () => {
    const nothing = { patient: null, provider: null, locationName: null, procedureDate: '' };
    for (const source of ['patient.name', 'patient.age', 'provider.title', 'location.name', 'procedureDate'])
      expect(one(source, nothing)).toBeUndefined();
  });
});
