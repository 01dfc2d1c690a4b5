import { GENDERS, type Patient } from '@portal/contract/patients';
import { formatZipInput, OTHER_STATES, US_STATES } from '@portal/domain/address';
import { Stack, TextField } from '@mui/material';
import { useWatch, type Control } from 'react-hook-form';
import { usePractice } from '#lib/query/use-practice.ts';
import { FormDateField } from '#ui/form/FormDateField.tsx';
import { FormGrid } from '#ui/form/FormGrid.tsx';
import { FormPhoneField } from '#ui/form/FormPhoneField.tsx';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { FormSsnField } from '#ui/form/FormSsnField.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { Section } from '#ui/Section.tsx';
import { PATIENT_LABELS, type PatientInput, type PatientPayload } from './patient-form.ts';
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

interface PatientFormFieldsProps {
  readonly control: Control<PatientInput, unknown, PatientPayload>;
  /** The saved patient of the form; undefined for a new one. */
  readonly saved?: Patient | undefined;
  /** Shown in place of an SSN that the user may not see; undefined if the SSN can be edited. */
  readonly ssnMask?: string | undefined;
}

/** The patient fields, in the order in which a front desk asks for them. */
export function PatientFormFields({ control, saved, ssnMask }: PatientFormFieldsProps) {
  const field = <N extends keyof typeof PATIENT_LABELS>(name: N) => ({
    control,
    name,
    label: PATIENT_LABELS[name],
  });
  const state = useWatch({ control, name: 'state' });
  const includesOthers = usePractice().data?.otherStates ?? false;
  return (
    <Stack spacing={2}>
      <Section title="Demographics">
        <FormGrid>
          <FormTextField {...field('firstName')} required />
          <FormTextField {...field('lastName')} required />
          <FormDateField {...field('dateOfBirth')} required />
          <FormSelect {...field('gender')} options={GENDER_OPTIONS} noneLabel="Not specified" />
          {ssnMask === undefined ? (
            <FormSsnField {...field('socialSecurityNumber')} />
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
        <FormGrid>
          <FormTextField {...field('address')} />
          <FormTextField {...field('city')} />
          <FormSelect
            {...field('state')}
            options={stateOptions(state, includesOthers)}
            noneLabel="Not specified"
          />
          <FormTextField {...field('zipCode')} inputMode="numeric" format={formatZipInput} />
          <FormPhoneField {...field('phone')} />
          <FormTextField {...field('email')} type="email" inputMode="email" />
        </FormGrid>
      </Section>
      <Section title="Insurance">
        <FormGrid>
          <FormTextField {...field('insuranceProvider')} />
          <FormTextField {...field('insurancePolicyNumber')} />
        </FormGrid>
      </Section>
    </Stack>
  );
}
