import { PEOPLE, type Person } from './former-people.ts';
import type { FormerSystem, Meaning } from './former-systems.ts';

/** What a FHIR R4 Patient and its Coverage say; the names are those of its elements. */
const ELEMENTS: readonly (readonly [Meaning, string, keyof Person])[] = [
  ['mrn', 'identifier', 'mrn'],
  ['first', 'name.given', 'first'],
  ['middle', 'name.given', 'middle'],
  ['last', 'name.family', 'last'],
  ['suffix', 'name.suffix', 'suffix'],
  ['born', 'birthDate', 'born'],
  ['sex', 'gender', 'sex'],
  ['ssn', 'identifier', 'ssn'],
  ['street', 'address.line', 'street'],
  ['unit', 'address.line', 'unit'],
  ['city', 'address.city', 'city'],
  ['state', 'address.state', 'state'],
  ['zip', 'address.postalCode', 'zip'],
  ['home', 'telecom', 'home'],
  ['mobile', 'telecom', 'mobile'],
  ['email', 'telecom', 'email'],
  ['payer', 'Coverage.payor', 'payer'],
  ['policy', 'Coverage.subscriberId', 'policy'],
];

/** How FHIR is compared with what arrived. */
export const FHIR: FormerSystem = {
  name: 'FHIR',
  columns: [
    ...ELEMENTS.map(([meaning, name, key]) => ({
      name,
      meaning,
      cell: (person: Person) => String(person[key]),
    })),
    { name: 'active', meaning: 'life', cell: () => '' },
    { name: 'deceasedDateTime', meaning: 'died', cell: ({ died }) => died },
  ],
};

const present = (...texts: readonly string[]) => texts.filter((text) => text !== '');
const telecom = (system: string, use: string, value: string) =>
  present(value).map(() => ({ system, use, value }));

const patientOf = (person: Person, at: number) => ({
  resourceType: 'Patient',
  id: `p${at}`,
  active: person.isActive || person.died !== '',
  identifier: [
    {
      use: 'usual',
      type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'MR' }] },
      value: person.mrn,
    },
    ...present(person.ssn).map((value) => ({ system: 'http://hl7.org/fhir/sid/us-ssn', value })),
  ],
  name: [
    { use: 'old', family: 'Formerly', given: ['Other'] },
    {
      use: 'official',
      family: person.last,
      given: present(person.first, person.middle),
      suffix: present(person.suffix),
    },
  ],
  telecom: [
    ...telecom('phone', 'old', '2025550100'),
    ...telecom('phone', 'home', person.home),
    ...telecom('phone', 'mobile', person.mobile),
    ...telecom('email', 'home', person.email),
  ],
  ...(person.sex === '' ? {} : { gender: person.sex.toLowerCase() }),
  birthDate: person.born,
  ...(person.died === '' ? {} : { deceasedDateTime: `${person.died}T08:00:00-05:00` }),
  address: [
    { use: 'old', line: ['1 Former Rd'], city: 'Oldtown', state: 'OH', postalCode: '43004' },
    {
      use: 'home',
      line: present(person.street, person.unit),
      city: person.city,
      state: person.state,
      postalCode: person.zip,
    },
  ],
});

const coveragesOf = (person: Person, at: number) =>
  present(person.payer).map((display) => ({
    resourceType: 'Coverage',
    id: `c${at}`,
    status: 'active',
    order: 1,
    beneficiary: { reference: `Patient/p${at}` },
    payor: [{ display }],
    ...(person.policy === '' ? {} : { subscriberId: person.policy }),
  }));

const PATIENTS = PEOPLE.map((person, at) => patientOf(person, at));
const COVERAGES = PEOPLE.flatMap((person, at) => coveragesOf(person, at));

/** The same people as the answer to a search, and as a bulk export. */
export const FHIR_FILES: readonly { readonly name: string; readonly text: string }[] = [
  {
    name: 'patients.json',
    text: JSON.stringify({
      resourceType: 'Bundle',
      type: 'searchset',
      total: PATIENTS.length,
      entry: [...PATIENTS, ...COVERAGES].map((resource) => ({ resource })),
    }),
  },
  {
    name: 'patients.ndjson',
    text: [...COVERAGES, ...PATIENTS].map((resource) => JSON.stringify(resource)).join('\n'),
  },
];
