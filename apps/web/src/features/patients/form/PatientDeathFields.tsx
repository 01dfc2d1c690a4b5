import { Stack } from '@mui/material';
import type { Patient } from '@portal/contract/patients';
import { useWatch, type Control } from 'react-hook-form';
import { useAccess } from '#lib/session/use-session.ts';
import { useField } from '#ui/form/field.ts';
import { FormCheckbox } from '#ui/form/FormCheckbox.tsx';
import { FormDateField } from '#ui/form/FormDateField.tsx';
import { PATIENT_LABELS, type PatientInput, type PatientPayload } from './patient-form.ts';

interface PatientDeathFieldsProps {
  readonly control: Control<PatientInput, unknown, PatientPayload>;
  /** As saved: an active patient can be made inactive, too. */
  readonly patient: Patient;
}

/** Whether the patient has died, the date if it is known, and whether the record becomes inactive, too. */
export function PatientDeathFields({ control, patient }: PatientDeathFieldsProps) {
  const { can } = useAccess();
  const [isDeceased, dateOfDeath] = useWatch({ control, name: ['isDeceased', 'dateOfDeath'] });
  const date = useField({ control, name: 'dateOfDeath' });
  return (
    <>
      <Stack>
        <FormCheckbox
          control={control}
          name="isDeceased"
          label={PATIENT_LABELS.isDeceased}
          // A date that is no longer shown must not be saved.
          onChange={(checked) => {
            if (!checked) date.setValue('');
          }}
        />
        {isDeceased === true && patient.isActive && can('Patient.Deactivate') ? (
          <FormCheckbox control={control} name="deactivate" label={PATIENT_LABELS.deactivate} />
        ) : null}
      </Stack>
      {isDeceased === true || (dateOfDeath ?? '') !== '' ? (
        <FormDateField
          control={control}
          name="dateOfDeath"
          label={PATIENT_LABELS.dateOfDeath}
          helperText="Leave it blank if you do not know it"
        />
      ) : null}
    </>
  );
}
