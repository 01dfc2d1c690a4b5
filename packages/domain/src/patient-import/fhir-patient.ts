import { z } from 'zod';
import type { ImportField, RawPatient } from './columns.ts';

const text = z.string().optional().catch(undefined);
const texts = z.array(z.string()).catch([]);
const period = z.object({ end: text }).optional().catch(undefined);
const list = <T extends z.ZodType>(item: T) => z.array(item).catch([]);
const coding = list(z.object({ code: text, system: text }));

/** The parts of a FHIR R4 Patient that the portal has a place for. Parts of another shape are ignored. */
const fhirPatient = z.object({
  resourceType: z.literal('Patient'),
  id: text,
  active: z.boolean().optional().catch(undefined),
  identifier: list(
    z.object({ value: text, system: text, type: z.object({ coding }).optional().catch(undefined) }),
  ),
  name: list(z.object({ use: text, text, family: text, given: texts, suffix: texts, period })),
  telecom: list(z.object({ system: text, value: text, use: text })),
  gender: text,
  birthDate: text,
  deceasedBoolean: z.boolean().optional().catch(undefined),
  deceasedDateTime: text,
  address: list(z.object({ use: text, line: texts, city: text, state: text, postalCode: text, period })),
});
type FhirPatient = z.output<typeof fhirPatient>;

const SSN_SYSTEM = 'http://hl7.org/fhir/sid/us-ssn';

/** The cells of a FHIR R4 Patient by field; undefined for any other resource or value. */
export function rawFromFhir(resource: unknown): RawPatient | undefined {
  const { data: patient } = fhirPatient.safeParse(resource);
  if (patient === undefined) return undefined;
  const name = preferred(patient.name, ['official', 'usual']);
  const address = preferred(patient.address, ['home']);
  const phones = patient.telecom.filter(({ system }) => system === 'phone');
  const phone = preferred(phones, ['mobile', 'home', 'work']);
  const otherPhones = phones.flatMap((each) =>
    each === phone || each.use === 'old' ? [] : (each.value ?? []),
  );
  const hasParts = name?.family !== undefined && name.given.length > 0;
  const raw = cells({
    formerMrn: identifierOf(patient, 'MR') ?? patient.id,
    fullName: hasParts ? undefined : name?.text,
    firstName: name?.given.join(' '),
    lastName: name?.family,
    suffix: name?.suffix.join(' '),
    dateOfBirth: patient.birthDate,
    gender: patient.gender,
    socialSecurityNumber:
      patient.identifier.find(({ system }) => system === SSN_SYSTEM)?.value ?? identifierOf(patient, 'SS'),
    address: address?.line.join(', '),
    city: address?.city,
    state: address?.state,
    zipCode: address?.postalCode,
    phone: phone?.value,
    email: contactOf(patient, 'email', ['home', 'work']),
    status: patient.active === false ? 'inactive' : 'active',
    deceased: patient.deceasedBoolean === true ? 'yes' : undefined,
    deathDate: patient.deceasedDateTime,
  });
  return otherPhones.length === 0 ? raw : { ...raw, otherPhones };
}

const cells = (given: Readonly<Partial<Record<ImportField, string | undefined>>>): RawPatient =>
  Object.fromEntries(Object.entries(given).filter(([, cell]) => cell !== undefined && cell !== ''));

const identifierOf = (patient: FhirPatient, code: string): string | undefined =>
  patient.identifier.find((each) => each.type?.coding.some((coded) => coded.code === code) === true)?.value;

/** The one with the first of these uses, or else any that is not old. */
function preferred<T extends { use?: string | undefined; period?: { end?: string | undefined } | undefined }>(
  all: readonly T[],
  uses: readonly string[],
): T | undefined {
  const valid = all.filter(
    (each) => each.use !== 'old' && each.use !== 'maiden' && each.period?.end === undefined,
  );
  return (
    uses.map((use) => valid.find((each) => each.use === use)).find((each) => each !== undefined) ?? valid[0]
  );
}

const contactOf = (patient: FhirPatient, system: string, uses: readonly string[]): string | undefined =>
  preferred(
    patient.telecom.filter((each) => each.system === system),
    uses,
  )?.value;
