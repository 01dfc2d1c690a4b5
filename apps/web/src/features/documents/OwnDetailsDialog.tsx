import { useState } from 'react';
import type { PatientChoice } from '#pickers/PatientPicker.tsx';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import { DetailsFields } from './DetailsFields.tsx';
import { detailsSchema } from './upload-form.ts';
import type { Details, DetailsInput } from './upload-form.ts';

/** What one file has of its own. */
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

/** Details for one file that differ from those of the others. */
export function OwnDetailsDialog({ fileName, start, onSave, onClose, ...props }: OwnDetailsDialogProps) {
  const [patient, setPatient] = useState(props.patient);
  const form = useAppForm(detailsSchema, {
    defaultValues: start,
    onSubmit: async (details) => {
      onSave({ details, patient });
      onClose();
    },
    errorFallback: 'These details could not be kept',
  });
  return (
    <FormDialog title={`Details of ${fileName}`} size="sm" onClose={onClose}>
      <Form form={form} guardsChanges={false}>
        <DetailsFields control={form.control} patient={props.patient} onPatient={setPatient} />
        <FormActions submitLabel="Use for this file" />
      </Form>
    </FormDialog>
  );
}
