import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coverageFromFhir, type PatientCoverage } from './fhir-coverage.ts';
import { fhirKey } from './fhir-parts.ts';
import { rawFromFhir } from './fhir-patient.ts';

const TODAY = '2026-11-27';
const read = (resource: unknown, coverages: readonly PatientCoverage[] = []) =>
  rawFromFhir(resource, {
    today: TODAY,
    coveragesOf: (key) => coverages.filter(({ patient }) => patient === key),
  });
const rawOf = (resource: unknown, coverages: readonly PatientCoverage[] = []) =>
  read(resource, coverages)?.raw;
const MR = { coding: [{ code: 'MR' }] };

const link = (type: string) => ({
  resourceType: 'Patient',
  link: [{ type, other: { reference: 'Patient/2' } }],
});
const names = (key: string) => (key === 'org-1' ? 'Blue Plan' : undefined);
const person = (key: string) =>
  key === 'RelatedPerson/r1' ? { name: 'Tom Roe', dateOfBirth: '1950-02-03' } : undefined;
const coverage = (change: object) => ({
  resourceType: 'Coverage',
  status: 'active',
  beneficiary: { reference: 'Patient/p1' },
  subscriberId: 'S-1',
  payor: [{ display: 'Green Plan' }],
  order: 1,
  ...change,
});

describe('a FHIR R4 Patient', () => {
  it('becomes the cells of a row, and names what it leaves out', () => {
    const resource = {
      resourceType: 'Patient',
      id: 'abc',
      identifier: [
        { type: MR, value: 'A-1234' },
        { system: 'http://hl7.org/fhir/sid/us-ssn', value: '123-45-6789' },
      ],
      name: [
        { use: 'maiden', family: 'Doe', given: ['Jane'] },
        { use: 'official', family: 'Roe', given: ['Jane', 'M.'], suffix: ['III'] },
      ],
      telecom: [
        { system: 'phone', use: 'home', value: '410-555-0123' },
        { system: 'phone', use: 'mobile', value: '410-555-0124' },
        { system: 'phone', use: 'old', value: '410-555-0199' },
        { system: 'email', value: 'jane@example.com' },
        { system: 'fax', value: '410-555-0125' },
      ],
      gender: 'female',
      birthDate: '1980-01-05',
      deceasedDateTime: '2020-01-01T00:00:00Z',
      address: [
        { use: 'old', city: 'Dover' },
        { line: ['12 Maple Street', 'Apt 4'], city: 'Baltimore', state: 'MD', postalCode: '21224' },
      ],
      contact: [{ name: { family: 'Roe' } }],
      photo: [],
      communication: [{ language: { text: 'Spanish' } }],
    };
    expect(read(resource)).toEqual({
      problem: null,
      raw: {
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
        leftOut: [
          'Other or former names left out',
          'Other or former addresses left out',
          'Former phone left out',
          'Fax numbers, pagers or web addresses left out',
          'Contacts left out',
          'Languages left out',
        ],
      },
    });
  });

  it('may have its name as text, and no record number', () => {
    expect(
      rawOf({ resourceType: 'Patient', id: 'abc', active: false, name: [{ text: 'Jane Roe' }] }),
    ).toEqual({ formerMrn: 'abc', fullName: 'Jane Roe', status: 'inactive' });
  });

  it('has the record number that still holds', () => {
    const ended = { type: MR, value: 'E-1', period: { end: '2019-05-01' } };
    const old = { type: MR, value: 'O-1', use: 'old' };
    const future = { type: MR, value: 'F-1', period: { end: '2030' } };
    const one = rawOf({ resourceType: 'Patient', id: 'x', identifier: [ended, old, future] });
    expect(one).toMatchObject({ formerMrn: 'F-1', leftOut: ['Other identifiers left out'] });
    const two = rawOf({
      resourceType: 'Patient',
      identifier: [ended, { type: MR, value: 'C-1' }, { type: MR, value: 'C-2' }],
    });
    expect(two).toMatchObject({
      formerMrn: 'C-1',
      leftOut: ['Several record numbers; the first one is taken', 'Other identifiers left out'],
    });
    expect(rawOf({ resourceType: 'Patient', id: 'x', identifier: [ended] })).toMatchObject({
      formerMrn: 'x',
    });
  });

  it('takes nothing that is old or has ended', () => {
    const resource = {
      resourceType: 'Patient',
      name: [
        { use: 'official', family: 'Old', given: ['Ann'], period: { end: '2020-01-01T00:00:00Z' } },
        { use: 'old', family: 'Older', given: ['Ann'] },
        { family: 'Now', given: ['Ann'] },
      ],
      address: [{ city: 'Dover', period: { end: '2026-11-26' } }],
      telecom: [
        { system: 'phone', value: '1', use: 'mobile', period: { end: '2020' } },
        { system: 'email', value: 'old@example.com', use: 'old' },
      ],
    };
    expect(rawOf(resource)).toEqual({
      firstName: 'Ann',
      lastName: 'Now',
      status: 'active',
      leftOut: [
        'Other or former names left out',
        'Other or former addresses left out',
        'Former phone left out',
        'Other or former email addresses left out',
      ],
    });
  });

  it('that was merged into another one is not imported', () => {
    expect(read(link('replaced-by'))?.problem).toBe('The record was merged into another one (replaced-by)');
    expect(read(link('replaces'))?.problem).toBeNull();
  });

  it('is nothing else, and parts of a wrong shape are ignored', () => {
    expect(read({ resourceType: 'Observation' })).toBeUndefined();
    expect(read(null)).toBeUndefined();
    expect(rawOf({ resourceType: 'Patient', name: 'Jane', address: [1], gender: 2 })).toEqual({
      status: 'active',
    });
  });

  it('keeps the other items of a list with one of a wrong shape', () => {
    const name = [null, { family: 'Roe', given: ['Jane'] }];
    expect(rawOf({ resourceType: 'Patient', name })).toMatchObject({ lastName: 'Roe', firstName: 'Jane' });
  });

  it('never makes the reader throw', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (name, telecom) => {
        expect(read({ resourceType: 'Patient', name, telecom })).toBeDefined();
      }),
    );
  });
});

const insured = (...all: readonly object[]) =>
  rawOf(
    { resourceType: 'Patient', id: 'p1' },
    all.flatMap((each) => coverageFromFhir(coverage(each), TODAY, { organizationName: names, person }) ?? []),
  );

describe('a FHIR R4 Coverage', () => {
  it('fills provider and policy from the active one that comes first', () => {
    expect(
      insured(
        { order: 2, payor: [{ display: 'Second' }] },
        {},
        { order: 1, status: 'cancelled', subscriberId: 'no' },
      ),
    ).toMatchObject({
      insuranceProvider: 'Green Plan',
      insurancePolicyNumber: 'S-1',
      secondaryInsuranceProvider: 'Second',
      secondaryInsurancePolicyNumber: 'S-1',
      leftOut: ['Insurance that is not active left out'],
    });
    expect(insured({ period: { end: '2026-01-31' } })).toEqual({
      formerMrn: 'p1',
      status: 'active',
      leftOut: ['Insurance that is not active left out'],
    });
    expect(insured({ period: { end: '2026-12-31' } })).toMatchObject({ insurancePolicyNumber: 'S-1' });
  });

  it('says when it is not known which one comes first', () => {
    expect(insured({ order: undefined }, { order: undefined, subscriberId: 'S-2' })).toMatchObject({
      insurancePolicyNumber: 'S-1',
      secondaryInsurancePolicyNumber: 'S-2',
      leftOut: ['Several insurances without an order; the first one is taken as the primary one'],
    });
  });

  it('keeps group and relation, and names a third one', () => {
    const group = { type: { coding: [{ code: 'group' }] }, value: 'G-7' };
    const relationship = { coding: [{ code: 'child' }] };
    expect(insured({ class: [group], relationship }, { order: 2 }, { order: 3 })).toMatchObject({
      groupNumber: 'G-7',
      subscriberRelation: 'child',
      leftOut: ['Third insurance left out'],
    });
  });

  it('keeps the subscriber, unless it is the patient', () => {
    const relationship = { coding: [{ code: 'child', display: 'Child' }] };
    const subscriber = { reference: 'https://x/RelatedPerson/r1/_history/2', display: 'Roe, T' };
    expect(insured({ subscriber, relationship })).toMatchObject({
      subscriberName: 'Tom Roe',
      subscriberDateOfBirth: '1950-02-03',
      subscriberRelation: 'Child',
      insurancePolicyNumber: 'S-1',
    });
    expect(insured({ subscriber: { reference: 'Patient/r1', display: 'Roe, T' } })).toMatchObject({
      subscriberName: 'Roe, T',
    });
    const contained = [
      {
        resourceType: 'RelatedPerson',
        id: 's',
        name: [{ family: 'Roe', given: ['Ida', 'M'] }],
        birthDate: '1951',
      },
    ];
    expect(insured({ subscriber: { reference: '#s' }, contained })).toMatchObject({
      subscriberName: 'Ida M Roe',
      subscriberDateOfBirth: '1951',
    });
    for (const self of [
      { subscriber: { reference: 'Patient/p1', display: 'Roe' } },
      { subscriber: { display: 'Roe' }, relationship: { coding: [{ code: 'self' }] } },
    ])
      expect(insured(self)).not.toHaveProperty('subscriberName');
  });

  it('says which subscriber it leaves out', () => {
    const subscriber = { reference: 'RelatedPerson/none' };
    expect(insured({ subscriber }, { order: 2, subscriber })).toMatchObject({
      leftOut: ['Subscriber without a name left out', 'Subscriber of the second insurance left out'],
    });
  });

  it('is read when numbers are identifiers and the payor is the insurer, as in drafts of later versions', () => {
    expect(
      insured({
        payor: undefined,
        insurer: { reference: 'Organization/org-1' },
        subscriberId: [{ system: 'https://x', value: 'S-5' }],
        class: [{ type: { coding: [{ code: 'group' }] }, value: { value: 'G-5' } }],
      }),
    ).toMatchObject({
      insuranceProvider: 'Blue Plan',
      insurancePolicyNumber: 'S-5',
      groupNumber: 'G-5',
    });
  });

  it('finds the name of its payor, and the member number', () => {
    expect(insured({ payor: [{ reference: 'Organization/org-1' }] })).toMatchObject({
      insuranceProvider: 'Blue Plan',
    });
    expect(
      insured({ payor: [{ reference: '#o' }], contained: [{ id: 'o', name: 'Own Plan' }] }),
    ).toMatchObject({
      insuranceProvider: 'Own Plan',
    });
    expect(
      insured({
        subscriberId: undefined,
        identifier: [{ type: { coding: [{ code: 'MB' }] }, value: 'M-9' }],
      }),
    ).toMatchObject({ insurancePolicyNumber: 'M-9' });
  });

  it.each([
    ['Patient/12', '12'],
    ['https://example.com/fhir/Patient/12/_history/3', '12'],
    ['urn:uuid:0f-1', '0f-1'],
    ['12', '12'],
  ])('belongs to a patient by reference: %s', (reference, key) => {
    expect(fhirKey(reference)).toBe(key);
  });
});
