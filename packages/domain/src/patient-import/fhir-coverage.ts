import { z } from 'zod';
import type { ImportField } from './columns.ts';
import { fhirKey, isCurrent, list, oldness, text, typed } from './fhir-parts.ts';

const coding = list(z.object({ code: text, display: text }));
const fhirCoverage = z.object({
  resourceType: z.literal('Coverage'),
  status: text,
  beneficiary: z.object({ reference: text }).catch({ reference: undefined }),
  subscriberId: text,
  identifier: list(z.object({ value: text, type: z.object({ coding }).optional().catch(undefined) })),
  payor: list(z.object({ display: text, reference: text })),
  order: z.number().optional().catch(undefined),
  contained: list(z.object({ id: text, name: text })),
  class: list(z.object({ type: z.object({ coding }).optional().catch(undefined), value: text })),
  relationship: z.object({ coding, text }).optional().catch(undefined),
  period: oldness.period,
});

/** A coverage of a patient. */
export interface PatientCoverage {
  /** The key of the patient. */
  readonly patient: string;
  readonly isActive: boolean;
  readonly order: number | undefined;
  readonly provider: string | undefined;
  readonly policy: string | undefined;
  readonly group: string | undefined;
  readonly relation: string | undefined;
}

/**
 * Reads a FHIR R4 Coverage; undefined for any other resource or value. `organizationName`: the name of an organization by key, for
 * payors without one.
 */
export function coverageFromFhir(
  resource: unknown,
  today: string,
  organizationName: (key: string) => string | undefined,
): PatientCoverage | undefined {
  const { data: coverage } = fhirCoverage.safeParse(resource);
  const patient = coverage?.beneficiary.reference;
  if (coverage === undefined || patient === undefined) return undefined;
  const [payor] = coverage.payor;
  const reference = payor?.reference ?? '';
  const [relation] = coverage.relationship?.coding ?? [];
  return {
    patient: fhirKey(patient),
    isActive: coverage.status === 'active' && isCurrent(coverage, today),
    order: coverage.order,
    provider:
      payor?.display ??
      (reference.startsWith('#')
        ? coverage.contained.find(({ id }) => id === reference.slice(1))?.name
        : organizationName(fhirKey(reference))),
    policy: coverage.subscriberId ?? coverage.identifier.find(({ type }) => typed(type, 'MB'))?.value,
    group: coverage.class.find(({ type }) => typed(type, 'group'))?.value,
    relation: coverage.relationship?.text ?? relation?.display ?? relation?.code,
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
      subscriberRelation: primary?.relation,
      secondaryInsuranceProvider: second?.provider,
      secondaryInsurancePolicyNumber: second?.policy,
    },
    notes: [
      ...(all.length > active.length ? ['Insurance that is not active left out'] : []),
      ...(third === undefined ? [] : ['Third insurance left out']),
      ...(second !== undefined && second.order === primary?.order
        ? ['Several insurances without an order; the first one is taken as the primary one']
        : []),
    ],
  };
}
