import { patientGet } from '@portal/contract/patients';
import type { FieldValues } from 'react-hook-form';
import { useState } from 'react';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { textOf, useField, type FieldProps } from '#ui/form/field.ts';
import { PatientAlerts } from './PatientAlerts.tsx';
import { PatientPicker, type PatientChoice } from './PatientPicker.tsx';

interface FormPatientFieldProps<Input extends FieldValues, Output> extends Omit<
  FieldProps<Input, Output>,
  'label'
> {
  /** Default "Patient". */
  readonly label?: string;
  /** The patient of the form's initial ID. */
  readonly initial?: PatientChoice | null;
  /** Called with the selected patient, for other parts of the form that show the patient. */
  readonly onChosen?: (patient: PatientChoice | null) => void;
}

/** The patient of a record. The form value is the ID, or `''` for none. */
export function FormPatientField<Input extends FieldValues, Output>({
  control,
  name,
  label = 'Patient',
  initial = null,
  onChosen,
  ...props
}: FormPatientFieldProps<Input, Output>) {
  const field = useField({ control, name });
  const [chosen, setChosen] = useState(initial);
  const id = textOf(field.value);
  // The form may be reset or get another ID without an event of this field.
  const known = chosen?.id === id ? chosen : initial?.id === id ? initial : null;
  const value = useRestoredPatient(known === null ? id : '') ?? known;
  return (
    <div>
      <PatientPicker
        {...props}
        label={label}
        value={value}
        error={field.error}
        inputRef={field.ref}
        onChange={(patient) => {
          setChosen(patient);
          field.setValue(patient?.id ?? '');
          onChosen?.(patient);
        }}
      />
      {value === null ? null : <PatientAlerts patientId={value.id} isAnnounced sx={{ mt: 1 }} />}
    </div>
  );
}

/** The patient of an ID that came with restored input, of whom the form knows nothing else. Null without one. */
function useRestoredPatient(id: string): PatientChoice | null {
  const { data } = useEndpointQuery(patientGet, { params: { id }, query: {} }, { enabled: id !== '' });
  return data ?? null;
}
