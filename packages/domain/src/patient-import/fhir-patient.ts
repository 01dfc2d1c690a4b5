import { z } from 'zod';
import type { ImportField, RawPatient } from './columns.ts';
import { coverageCells, type PatientCoverage } from './fhir-coverage.ts';
import { fhirKey, isCurrent, list, oldness, text, typed } from './fhir-parts.ts';

const texts = z.array(z.string()).catch([]);
const coding = list(z.object({ code: text, system: text }));

/** The parts of a FHIR R4 Patient that the portal has a place for. Parts of another shape are ignored. */
const fhirPatient = z.object({
  resourceType: z.literal('Patient'),
  id: text,
  active: z.boolean().optional().catch(undefined),
  identifier: list(
    z.object({
      value: text,
      system: text,
      type: z.object({ coding }).optional().catch(undefined),
      ...oldness,
    }),
  ),
  name: list(z.object({ text, family: text, given: texts, suffix: texts, ...oldness })),
  telecom: list(z.object({ system: text, value: text, ...oldness })),
  gender: text,
  birthDate: text,
  deceasedBoolean: z.boolean().optional().catch(undefined),
  deceasedDateTime: text,
  address: list(z.object({ line: texts, city: text, state: text, postalCode: text, ...oldness })),
  link: list(z.object({ type: text })),
});
type FhirPatient = z.output<typeof fhirPatient>;

const SSN_SYSTEM = 'http://hl7.org/fhir/sid/us-ssn';

/** Elements of Patient that the portal has no place for (hl7.org/fhir/R4/patient.html, read 2026-11-27). */
const LEFT_OUT: Readonly<Record<string, string>> = {
  contact: 'Contacts left out',
  photo: 'Photo left out',
  communication: 'Languages left out',
  generalPractitioner: 'General practitioner left out',
  managingOrganization: 'Managing organization left out',
  maritalStatus: 'Marital status left out',
  multipleBirthBoolean: 'Multiple birth left out',
  multipleBirthInteger: 'Multiple birth left out',
  extension: 'Extensions such as race or ethnicity left out',
};

const MERGED = 'The record was merged into another one (replaced-by)';

/** What a Patient becomes with the others of its file. */
export interface FhirContext {
  /** YYYY-MM-DD: what ended before is not taken. */
  readonly today: string;
  /** What else the file calls the resource. */
  readonly fullUrl?: string | undefined;
  /** The coverages of a patient by key. */
  readonly coveragesOf?: (key: string) => readonly PatientCoverage[];
}

/** The cells of a FHIR R4 Patient by field, and why it is not imported, or null; undefined for any other resource or value. */
export function rawFromFhir(
  resource: unknown,
  { today, fullUrl, coveragesOf = () => [] }: FhirContext,
): { readonly raw: RawPatient; readonly problem: string | null } | undefined {
  const { data: patient } = fhirPatient.safeParse(resource);
  if (patient === undefined) return undefined;
  const current = <T extends Parameters<typeof isCurrent>[0]>(all: readonly T[]) =>
    all.filter((each) => isCurrent(each, today));
  const names = current(patient.name).filter(({ use }) => use !== 'maiden');
  const addresses = current(patient.address);
  const telecom = current(patient.telecom);
  const identifiers = current(patient.identifier);
  const ofSystem = (system: string) => telecom.filter((each) => each.system === system);
  const name = preferred(names, ['official', 'usual']);
  const address = preferred(addresses, ['home']);
  const phone = preferred(ofSystem('phone'), ['mobile', 'home', 'work']);
  const email = preferred(ofSystem('email'), ['home', 'work']);
  const otherPhones = ofSystem('phone').flatMap((each) => (each === phone ? [] : (each.value ?? [])));
  const records = identifiers.filter((each) => typed(each.type, 'MR') && (each.value ?? '') !== '');
  const ssn =
    identifiers.find(({ system }) => system === SSN_SYSTEM) ??
    identifiers.find(({ type }) => typed(type, 'SS'));
  const coverage = coverageCells(
    [patient.id, fullUrl].flatMap((key) => (key === undefined ? [] : [fhirKey(key)])),
    coveragesOf,
  );
  const hasParts = name?.family !== undefined && name.given.length > 0;
  const leftOut = [
    ...(records.length > 1 ? ['Several record numbers; the first one is taken'] : []),
    ...(patient.identifier.some((each) => each !== records[0] && each !== ssn)
      ? ['Other identifiers left out']
      : []),
    ...(patient.name.some((each) => each !== name) ? ['Other or former names left out'] : []),
    ...(patient.address.some((each) => each !== address) ? ['Other or former addresses left out'] : []),
    ...telecomNotes(patient, { phones: ofSystem('phone').length, email }),
    ...coverage.notes,
    ...elementNotes(resource),
  ];
  const raw = cells({
    formerMrn: records[0]?.value ?? patient.id,
    fullName: hasParts ? undefined : name?.text,
    firstName: name?.given.join(' '),
    lastName: name?.family,
    suffix: name?.suffix.join(' '),
    dateOfBirth: patient.birthDate,
    gender: patient.gender,
    socialSecurityNumber: ssn?.value,
    address: address?.line.join(', '),
    city: address?.city,
    state: address?.state,
    zipCode: address?.postalCode,
    phone: phone?.value,
    email: email?.value,
    ...coverage.cells,
    status: patient.active === false ? 'inactive' : 'active',
    deceased: patient.deceasedBoolean === true ? 'yes' : undefined,
    deathDate: patient.deceasedDateTime,
  });
  return {
    raw: {
      ...raw,
      ...(otherPhones.length === 0 ? {} : { otherPhones }),
      ...(leftOut.length === 0 ? {} : { leftOut: [...new Set(leftOut)] }),
    },
    problem: patient.link.some(({ type }) => type === 'replaced-by') ? MERGED : null,
  };
}

const cells = (given: Readonly<Partial<Record<ImportField, string | undefined>>>): RawPatient =>
  Object.fromEntries(Object.entries(given).filter(([, cell]) => cell !== undefined && cell !== ''));

/** The one with the first of these uses, or else the first one. */
const preferred = <T extends { use?: string | undefined }>(
  all: readonly T[],
  uses: readonly string[],
): T | undefined =>
  uses.map((use) => all.find((each) => each.use === use)).find((each) => each !== undefined) ?? all[0];

function telecomNotes(
  { telecom }: FhirPatient,
  taken: { readonly phones: number; readonly email: FhirPatient['telecom'][number] | undefined },
): string[] {
  const ofSystem = (system: string) => telecom.filter((each) => each.system === system);
  return [
    ...(ofSystem('phone').length > taken.phones ? ['Former phone left out'] : []),
    ...(ofSystem('email').some((each) => each !== taken.email)
      ? ['Other or former email addresses left out']
      : []),
    ...(telecom.some(({ system }) => system !== 'phone' && system !== 'email')
      ? ['Fax numbers, pagers or web addresses left out']
      : []),
  ];
}

const elementNotes = (resource: unknown): string[] =>
  Object.entries(Object(resource)).flatMap(([element, value]) => {
    const isBlank = value === null || (Array.isArray(value) && value.length === 0);
    return isBlank || !Object.hasOwn(LEFT_OUT, element) ? [] : (LEFT_OUT[element] ?? []);
  });
