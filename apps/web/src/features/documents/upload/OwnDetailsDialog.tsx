import { useState } from 'react';
import type { PatientChoice } from '#pickers/PatientPicker.tsx';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import { DetailsFields } from '../DetailsFields.tsx';
import { detailsSchema, type Details, type DetailsInput } from './upload-form.ts';

/** Details that apply to one file only. */
export interface OwnDetails {
  readonly details: Details;
  readonly patient: PatientChoice | null;
}

interface OwnDetailsDialogProps {
  readonly fileName: string;
  readonly start: DetailsInput;
  readonly patient: PatientChoice | null;
  readonly onSave: (own: OwnDetails) => void;
  readonly onClose: () => void;
}

/** Dialog to set different details for one file. */
export function OwnDetailsDialog({ fileName, start, onSave, onClose, ...props }: OwnDetailsDialogProps) {
  const [patient, setPatient] = useState(props.patient);
  const form = useAppForm(detailsSchema, {
    about: fileName,
    defaultValues: start,
    onSubmit: async (details) => {
      onSave({ details, patient });
      onClose();
    },
    errorFallback: 'Failed to save these details',
  });
  return (
    <FormDialog title={`Details for ${fileName}`} size="sm" onClose={onClose}>
      <Form form={form}>
        <DetailsFields control={form.control} patient={props.patient} onPatient={setPatient} />
        <FormActions submitLabel="Use for this file" />
      </Form>
    </FormDialog>
  );
}
