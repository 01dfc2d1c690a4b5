import type { Control } from 'react-hook-form';
import { FormPatientField } from '#pickers/FormPatientField.tsx';
import type { PatientChoice } from '#pickers/PatientPicker.tsx';
import { FormRadioGroup } from '#ui/form/FormRadioGroup.tsx';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { DOCUMENT_LABELS as LABELS } from './document-form.ts';
import { CATEGORY_OPTIONS, TYPE_OPTIONS } from './document-labels.ts';
import type { Details, DetailsInput } from './upload-form.ts';
import { useUsualCategory } from './use-usual-category.ts';

interface DetailsFieldsProps {
  readonly control: Control<DetailsInput, unknown, Details>;
  readonly patient: PatientChoice | null;
  readonly onPatient: (patient: PatientChoice | null) => void;
}

/** Fields for patient, type, category and note of an upload. A type fills in its usual category. */
export function DetailsFields({ control, patient, onPatient }: DetailsFieldsProps) {
  useUsualCategory(control);
  return (
    <>
      <FormPatientField control={control} name="patientId" required initial={patient} onChosen={onPatient} />
      <FormRadioGroup control={control} name="type" label={LABELS.type} required options={TYPE_OPTIONS} />
      <FormSelect
        control={control}
        name="category"
        label={LABELS.category}
        required
        options={CATEGORY_OPTIONS}
      />
      <FormTextField control={control} name="note" label={LABELS.note} rows={2} />
    </>
  );
}
