import { z } from 'zod';
import { fhirKey, isCurrent, list, oldness, text, typed } from './fhir-parts.ts';

const coding = list(z.object({ code: text }));
const fhirCoverage = z.object({
  resourceType: z.literal('Coverage'),
  status: text,
  beneficiary: z.object({ reference: text }).catch({ reference: undefined }),
  subscriberId: text,
  identifier: list(z.object({ value: text, type: z.object({ coding }).optional().catch(undefined) })),
  payor: list(z.object({ display: text, reference: text })),
  order: z.number().optional().catch(undefined),
  contained: list(z.object({ id: text, name: text })),
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
  };
}

/** The cells of a patient's primary coverage: the active one that comes first. Notes say what is left out. */
export function coverageCells(
  keys: readonly string[],
  coveragesOf: (key: string) => readonly PatientCoverage[],
): {
  readonly provider?: string | undefined;
  readonly policy?: string | undefined;
  readonly notes: readonly string[];
} {
  const all = [...new Set(keys)].flatMap((key) => coveragesOf(key));
  const active = all
    .filter(({ isActive }) => isActive)
    .toSorted((one, two) => (one.order ?? Number.MAX_VALUE) - (two.order ?? Number.MAX_VALUE));
  const [primary, second] = active;
  return {
    provider: primary?.provider,
    policy: primary?.policy,
    notes: [
      ...(all.length > active.length ? ['Insurance that is not active left out'] : []),
      ...(second === undefined ? [] : ['Other insurance left out']),
      ...(second !== undefined && second.order === primary?.order
        ? ['Several insurances without an order; the first one is taken']
        : []),
    ],
  };
}
