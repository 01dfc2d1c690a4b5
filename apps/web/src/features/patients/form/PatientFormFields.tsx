import { GENDERS, type Patient } from '@portal/contract/patients';
import { formatZipInput, OTHER_STATES, US_STATES } from '@portal/domain/address';
import { Stack, TextField } from '@mui/material';
import { useWatch, type Control } from 'react-hook-form';
import { usePractice } from '#lib/query/use-practice.ts';
import { FormGrid } from '#ui/form/FormGrid.tsx';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { FormSsnField } from '#ui/form/FormSsnField.tsx';
import { RecordField, type Look } from '#ui/form/RecordForm.tsx';
import { Section } from '#ui/Section.tsx';
import {
  fieldsIn,
  PATIENT_FIELDS,
  PATIENT_LABELS,
  type PatientField,
  type PatientInput,
  type PatientPayload,
} from './patient-form.ts';
import { PatientDeathFields } from './PatientDeathFields.tsx';

const option = (value: string) => ({ value, label: value });
const GENDER_OPTIONS = GENDERS.map(option);
// Sorted by code, because the list shows only codes.
const STATES = US_STATES.map(({ code }) => code).toSorted((a, b) => a.localeCompare(b));

/** The fifty states, then the others if the practice takes them. One that the patient already has stays. */
function stateOptions(current: unknown, includesOthers: boolean) {
  const others = OTHER_STATES.map(({ code }) => code).filter((code) => includesOthers || code === current);
  return [...STATES, ...others].map(option);
}

const LOOKS: Partial<Record<PatientField, Look>> = {
  zipCode: { inputMode: 'numeric', format: formatZipInput },
  email: { type: 'email', inputMode: 'email' },
};

interface PatientFormFieldsProps {
  readonly control: Control<PatientInput, unknown, PatientPayload>;
  /** The saved patient of the form; undefined for a new one. */
  readonly saved?: Patient | undefined;
  /** Shown in place of an SSN that the user may not see; undefined if the SSN can be edited. */
  readonly ssnMask?: string | undefined;
}

/** The patient fields, in the order in which a front desk asks for them. */
export function PatientFormFields({ control, saved, ssnMask }: PatientFormFieldsProps) {
  const state = useWatch({ control, name: 'state' });
  const includesOthers = usePractice().data?.otherStates ?? false;
  const options = { gender: GENDER_OPTIONS, state: stateOptions(state, includesOthers) };
  const field = (name: PatientField) =>
    name === 'gender' || name === 'state' ? (
      <FormSelect
        key={name}
        control={control}
        name={name}
        label={PATIENT_LABELS[name]}
        options={options[name]}
        noneLabel="Not specified"
      />
    ) : (
      <RecordField key={name} control={control} name={name} about={PATIENT_FIELDS[name]} {...LOOKS[name]} />
    );
  return (
    <Stack spacing={2}>
      <Section title="Demographics">
        <FormGrid>
          {fieldsIn('Demographics', { except: ['isDeceased', 'dateOfDeath'] }).map(field)}
          {ssnMask === undefined ? (
            <FormSsnField
              control={control}
              name="socialSecurityNumber"
              label={PATIENT_LABELS.socialSecurityNumber}
            />
          ) : (
            <TextField
              fullWidth
              disabled
              label={PATIENT_LABELS.socialSecurityNumber}
              value={ssnMask}
              placeholder="XXX-XX-XXXX"
              helperText="You do not have permission to see or change this number"
              slotProps={{ inputLabel: { shrink: true } }}
            />
          )}
          {saved === undefined ? null : (
            <TextField
              fullWidth
              label="Medical Record Number"
              value={saved.medicalRecordNumber}
              helperText="Assigned automatically"
              slotProps={{ htmlInput: { readOnly: true } }}
            />
          )}
          {saved === undefined ? null : <PatientDeathFields control={control} patient={saved} />}
        </FormGrid>
      </Section>
      <Section title="Contact">
        <FormGrid>{fieldsIn('Contact').map(field)}</FormGrid>
      </Section>
      <Section title="Insurance">
        <FormGrid>{fieldsIn('Insurance').map(field)}</FormGrid>
      </Section>
    </Stack>
  );
}
