import {
  DIAGNOSIS_GUARDS,
  patientDiagnoses,
  type PatientDiagnosis,
} from '@portal/contract/patient-diagnoses';
import { formatDateUs } from '@portal/domain/date';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '#lib/portal.ts';
import { endpointKey } from '#lib/query/endpoint-query.ts';
import { useAccess } from '#lib/session/use-session.ts';

/** The heading of the diagnoses that a patient already has. */
export const OF_PATIENT = 'Of this patient';

/** Reads the diagnoses that a patient already has; none for '', and if they cannot be read. A stable function. */
export function usePatientDiagnoses(patientId: string): () => Promise<readonly PatientDiagnosis[]> {
  const client = useQueryClient();
  const { passes } = useAccess();
  const mayRead = patientId !== '' && Object.values(DIAGNOSIS_GUARDS).some((guard) => passes(guard));
  return useCallback(async () => {
    if (!mayRead) return [];
    const input = { params: { id: patientId } };
    try {
      return await client.fetchQuery({
        queryKey: endpointKey(patientDiagnoses, input),
        queryFn: ({ signal }) => call(patientDiagnoses, { ...input, signal }),
        staleTime: 60_000,
      });
    } catch {
      return [];
    }
  }, [client, patientId, mayRead]);
}

/** Whether a diagnosis has each of the words that were typed. */
export const hasWords = ({ text }: Pick<PatientDiagnosis, 'text'>, typed: string): boolean => {
  const lower = text.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => lower.includes(word));
};

/** "11/02/2026, note Lumbar ESI" or "11/02/2026, order ORD-2026-000012". */
export const sourceText = ({ source: { kind, name, date } }: PatientDiagnosis): string =>
  `${formatDateUs(date)}, ${kind === 'Dictation' ? 'note' : 'order'} ${name}`;
