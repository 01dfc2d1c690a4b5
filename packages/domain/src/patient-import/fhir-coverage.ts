import { z } from 'zod';
import type { ImportField } from './columns.ts';
import { fhirKey, isCurrent, list, oldness, text, typed } from './fhir-parts.ts';

const coding = list(z.object({ code: text, display: text }));
/** A string in R4 (hl7.org/fhir/R4/coverage-dependencies.html, read 2026-11-27), an Identifier in drafts of R5 and R6, or several of them. */
const numberText = z
  .unknown()
  .transform((value) => [value].flat().map((each: unknown) => Object(each).value ?? each)[0])
  .pipe(text);
const reference = z.object({ reference: text, display: text }).optional().catch(undefined);
const fhirPerson = z.object({
  id: text,
  name: list(z.object({ text, family: text, given: list(z.string()), ...oldness })),
  birthDate: text,
});

const fhirCoverage = z.object({
  resourceType: z.literal('Coverage'),
  status: text,
  beneficiary: z.object({ reference: text }).catch({ reference: undefined }),
  subscriber: reference,
  subscriberId: numberText,
  identifier: list(z.object({ value: text, type: z.object({ coding }).optional().catch(undefined) })),
  payor: list(z.object({ display: text, reference: text })),
  insurer: reference,
  order: z.number().optional().catch(undefined),
  contained: z.array(z.unknown()).catch([]),
  class: list(z.object({ type: z.object({ coding }).optional().catch(undefined), value: numberText })),
  relationship: z.object({ coding, text }).optional().catch(undefined),
  period: oldness.period,
});

export interface PatientCoverage {
  /** The key of the patient. */
  readonly patient: string;
  readonly isActive: boolean;
  readonly order: number | undefined;
  readonly provider: string | undefined;
  readonly policy: string | undefined;
  readonly group: string | undefined;
  readonly relation: string | undefined;
  /** Who has signed up for it, unless that is the patient. */
  readonly subscriber: Subscriber | undefined;
}

/** The person who has signed up for a coverage. */
export interface Subscriber {
  readonly name: string | undefined;
  /** YYYY-MM-DD, or less of it. */
  readonly dateOfBirth: string | undefined;
}

/** What else a file says about the resources that coverages refer to. */
export interface CoverageContext {
  /** The name of an organization by key, for payors without one. */
  readonly organizationName: (key: string) => string | undefined;
  /** A Patient or RelatedPerson by reference (`personKey`). */
  readonly person?: (key: string) => Subscriber | undefined;
}

/** The Patient or RelatedPerson that a reference names, whose ids can be equal: "Patient/12". */
export const personKey = (given: string): string =>
  /(?:Patient|RelatedPerson)\/[^/]+$/.exec(given.replace(/\/_history\/.*$/, ''))?.[0] ?? fhirKey(given);

/** The key of the subscriber of a Coverage, if it is another resource that may be in the file. */
export function subscriberKey(resource: unknown): string | undefined {
  const { data: coverage } = fhirCoverage.safeParse(resource);
  const given = coverage?.subscriber?.reference;
  return given === undefined || given.startsWith('#') || isSelf(coverage) ? undefined : personKey(given);
}

/** Reads the name and birth date of a Patient or RelatedPerson. */
export function subscriberFromFhir(resource: unknown, today: string): Subscriber | undefined {
  const { data: person } = fhirPerson.safeParse(resource);
  if (person === undefined) return undefined;
  const name = person.name.find((each) => each.use !== 'maiden' && isCurrent(each, today));
  const parts = [...(name?.given ?? []), name?.family ?? ''].filter((part) => part !== '');
  return {
    name: parts.length > 0 ? parts.join(' ') : name?.text,
    dateOfBirth: person.birthDate,
  };
}

type FhirCoverage = z.output<typeof fhirCoverage>;

/** Codes of the relation: "The Beneficiary is the Subscriber" is self (hl7.org/fhir/R4/valueset-subscriber-relationship.html, read 2026-11-27). */
const isSelf = (coverage: FhirCoverage | undefined): boolean =>
  typed(coverage?.relationship, 'self') ||
  (coverage?.subscriber?.reference !== undefined &&
    personKey(coverage.subscriber.reference) === personKey(coverage.beneficiary.reference ?? ''));

function subscriberOf(
  coverage: FhirCoverage,
  today: string,
  person: (key: string) => Subscriber | undefined,
): Subscriber | undefined {
  if (coverage.subscriber === undefined || isSelf(coverage)) return undefined;
  const { reference: given = '', display } = coverage.subscriber;
  const found = given.startsWith('#')
    ? subscriberFromFhir(containedIn(coverage, given), today)
    : person(personKey(given));
  return { name: found?.name ?? display, dateOfBirth: found?.dateOfBirth };
}

const containedIn = ({ contained }: FhirCoverage, given: string): unknown =>
  contained.find((each) => Object(each).id === given.slice(1));

/** Reads a FHIR R4 Coverage; undefined for any other resource or value. */
export function coverageFromFhir(
  resource: unknown,
  today: string,
  { organizationName, person = () => undefined }: CoverageContext,
): PatientCoverage | undefined {
  const { data: coverage } = fhirCoverage.safeParse(resource);
  const patient = coverage?.beneficiary.reference;
  if (coverage === undefined || patient === undefined) return undefined;
  const payor = coverage.payor[0] ?? coverage.insurer;
  const payorReference = payor?.reference ?? '';
  const [relation] = coverage.relationship?.coding ?? [];
  return {
    patient: fhirKey(patient),
    isActive: coverage.status === 'active' && isCurrent(coverage, today),
    order: coverage.order,
    provider:
      payor?.display ??
      (payorReference.startsWith('#')
        ? text.parse(Object(containedIn(coverage, payorReference)).name)
        : organizationName(fhirKey(payorReference))),
    policy: coverage.subscriberId ?? coverage.identifier.find(({ type }) => typed(type, 'MB'))?.value,
    group: coverage.class.find(({ type }) => typed(type, 'group'))?.value,
    relation: coverage.relationship?.text ?? relation?.display ?? relation?.code,
    subscriber: subscriberOf(coverage, today, person),
  };
}

/** The cells of a patient's coverages: the active ones that come first and second. Notes say what is left out. */
export function coverageCells(
  keys: readonly string[],
  coveragesOf: (key: string) => readonly PatientCoverage[],
): {
  readonly cells: Readonly<Partial<Record<ImportField, string | undefined>>>;
  readonly notes: readonly string[];
} {
  const all = [...new Set(keys)].flatMap((key) => coveragesOf(key));
  const active = all
    .filter(({ isActive }) => isActive)
    .toSorted((one, two) => (one.order ?? Number.MAX_VALUE) - (two.order ?? Number.MAX_VALUE));
  const [primary, second, third] = active;
  return {
    cells: {
      insuranceProvider: primary?.provider,
      insurancePolicyNumber: primary?.policy,
      groupNumber: primary?.group,
      subscriberName: primary?.subscriber?.name,
      subscriberDateOfBirth: primary?.subscriber?.dateOfBirth,
      subscriberRelation: primary?.relation,
      secondaryInsuranceProvider: second?.provider,
      secondaryInsurancePolicyNumber: second?.policy,
    },
    notes: [
      ...(all.length > active.length ? ['Insurance that is not active left out'] : []),
      ...(primary?.subscriber !== undefined && primary.subscriber.name === undefined
        ? ['Subscriber without a name left out']
        : []),
      ...(second?.subscriber === undefined ? [] : ['Subscriber of the second insurance left out']),
      ...(third === undefined ? [] : ['Third insurance left out']),
      ...(second !== undefined && second.order === primary?.order
        ? ['Several insurances without an order; the first one is taken as the primary one']
        : []),
    ],
  };
}
