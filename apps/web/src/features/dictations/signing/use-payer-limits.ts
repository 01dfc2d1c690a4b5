import { activePayerLimits, payerLimitNotes, type SavedLimit } from '@portal/contract/payer-limits';
import { isDateOnly } from '@portal/domain/date';
import { limitsFor, type LimitNote } from '@portal/domain/payer-limits';
import type { BillingRule } from '@portal/domain/template/billing';
import { useMemo } from 'react';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';

const FRESH = { staleTime: 60_000 } as const;

/** What the rules need to know of a dictation on the screen. */
interface LimitedDictation {
  readonly dictationId: string | null;
  readonly patientId: string;
  readonly procedureDate: string;
  readonly rules: readonly BillingRule[] | null;
  readonly lines: readonly { readonly code: string }[];
}

/** What counts for a dictation on the screen. */
export interface MetLimits {
  readonly limits: readonly SavedLimit[];
  /** The patient's other notes. */
  readonly notes: readonly LimitNote[];
  /** The procedure codes that the template can add. */
  readonly codes: ReadonlySet<string>;
}

/**
 * The rules of payers that the dictation can meet, by the codes of its template and its lines, and the patient's notes that they count;
 * null until they are known. Notes are only asked for when there is such a rule.
 */
export function usePayerLimits(dictation: LimitedDictation | null): MetLimits | null {
  const { patientId = '', procedureDate = '', dictationId = null, rules = null } = dictation ?? {};
  const lines = dictation?.lines;
  const { data: active } = useEndpointQuery(activePayerLimits, {}, { ...FRESH, enabled: dictation !== null });
  const codes = useMemo(
    () => new Set(rules?.flatMap(({ billingCodes }) => billingCodes.map(({ code }) => code.toUpperCase()))),
    [rules],
  );
  const limits = useMemo(
    () =>
      limitsFor(
        active ?? [],
        procedureDate,
        new Set([...codes, ...(lines ?? []).map(({ code }) => code.toUpperCase())]),
      ),
    [active, procedureDate, codes, lines],
  );
  const { data: notes } = useEndpointQuery(
    payerLimitNotes,
    { body: { patientId, procedureDate, dictationId } },
    { ...FRESH, enabled: limits.length > 0 && patientId !== '' && isDateOnly(procedureDate) },
  );
  return useMemo(
    () => (notes === undefined || limits.length === 0 ? null : { limits, notes, codes }),
    [notes, limits, codes],
  );
}
