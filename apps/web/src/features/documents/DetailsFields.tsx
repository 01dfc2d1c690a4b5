import { documentUsualCategories } from '@portal/contract/documents';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useWatch, type Control } from 'react-hook-form';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { FormPatientField } from '#pickers/FormPatientField.tsx';
import type { PatientChoice } from '#pickers/PatientPicker.tsx';
import { useField } from '#ui/form/field.ts';
import { FormRadioGroup } from '#ui/form/FormRadioGroup.tsx';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { DOCUMENT_LABELS as LABELS } from './document-form.ts';
import { CATEGORY_OPTIONS, TYPE_OPTIONS } from './document-labels.ts';
import type { Details, DetailsInput } from './upload/upload-form.ts';

/** Fills in the usual category of the chosen type, unless the user has chosen another one. */
function useUsualCategory(control: Control<DetailsInput, unknown, Details>): void {
  const usual = useEndpointQuery(documentUsualCategories, {}).data;
  const type = useWatch({ control, name: 'type' });
  const category = useField({ control, name: 'category' });
  const before = useRef(type);
  const fill = useEffectEvent((chosen: string, all: NonNullable<typeof usual>) => {
    const categoryOf = (wanted: string) => all.find((one) => one.type === wanted)?.category ?? '';
    const isUntouched = category.value === '' || category.value === categoryOf(before.current);
    if (isUntouched && category.value !== categoryOf(chosen)) category.setValue(categoryOf(chosen));
    before.current = chosen;
  });
  useEffect(() => {
    if (usual !== undefined) fill(type, usual);
  }, [type, usual]);
}

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
