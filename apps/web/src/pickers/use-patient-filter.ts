import { patientGet } from '@portal/contract/patients';
import type { PatientRef } from '@portal/contract/refs';
import { useState } from 'react';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import type { PatientChoice } from './PatientPicker.tsx';

/**
 * The patient of the `patientId` filter, for the picker: the one chosen here, else the patient of a row. The patient record
 * is fetched only if a shared link leads to an empty list, because each read is audited.
 */
export function usePatientFilter(patientId: string, rows: readonly { patient: PatientRef }[] | undefined) {
  const [chosen, setChosen] = useState<PatientChoice | null>(null);
  const known =
    chosen?.id === patientId ? chosen : rows?.find(({ patient }) => patient.id === patientId)?.patient;
  const isUnknown = patientId !== '' && known === undefined && rows !== undefined;
  const read = useEndpointQuery(
    patientGet,
    { params: { id: patientId }, query: {} },
    { enabled: isUnknown && rows.length === 0 },
  );
  const value: PatientChoice | null = patientId === '' ? null : (known ?? read.data ?? null);
  return { value, remember: setChosen };
}
