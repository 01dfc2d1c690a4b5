import { Box } from '@mui/material';
import { patientGet } from '@portal/contract/patients';
import type { PatientRef } from '@portal/contract/refs';
import { useState } from 'react';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { PatientPicker, type PatientChoice } from './PatientPicker.tsx';

interface PatientFilterProps {
  readonly list: {
    readonly filters: { readonly patientId: string };
    readonly setFilter: (name: 'patientId', id: string) => void;
  };
  /** Rows of the list that name their patient; undefined until loaded. */
  readonly rows: readonly { patient: PatientRef }[] | undefined;
}

/** The patient filter of a list. */
export function PatientFilter({ list, rows }: PatientFilterProps) {
  const patient = usePatientFilter(list.filters.patientId, rows);
  return (
    <Box sx={{ flex: '1 1 260px', maxWidth: { sm: 360 } }}>
      <PatientPicker
        value={patient.value}
        onChange={(choice) => {
          patient.remember(choice);
          list.setFilter('patientId', choice?.id ?? '');
        }}
      />
    </Box>
  );
}

/**
 * The patient of the `patientId` filter, for the picker: the one chosen here, else the patient of a row. The patient record
 * is fetched only if a shared link leads to an empty list, because each read is audited.
 */
function usePatientFilter(patientId: string, rows: readonly { patient: PatientRef }[] | undefined) {
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
