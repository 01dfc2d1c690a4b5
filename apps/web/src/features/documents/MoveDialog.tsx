import { Typography } from '@mui/material';
import { documentMove, documentMoveBody, type Document } from '@portal/contract/documents';
import { patientLabel } from '@portal/domain/person-name';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { FormPatientField } from '#pickers/FormPatientField.tsx';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import { useToast } from '#ui/ToastProvider.tsx';

interface MoveDialogProps {
  readonly document: Document;
  readonly onClose: () => void;
}

/** Moves a document to another patient, with a reason. */
export function MoveDialog({ document, onClose }: MoveDialogProps) {
  const { id, patient, version } = document;
  const move = useEndpointMutation(documentMove);
  const toast = useToast();
  const schema = documentMoveBody.refine(({ patientId }) => patientId !== patient.id, {
    message: 'The document is already filed under this patient',
    path: ['patientId'],
  });
  const form = useAppForm(schema, {
    about: document.id,
    defaultValues: { patientId: '', reason: '', version },
    onSubmit: async (body) => {
      const moved = await move.mutateAsync({ params: { id }, body });
      toast.success(`Filed under ${patientLabel(moved.patient)}`);
      onClose();
    },
    errorFallback: 'Failed to move document',
  });
  const { control } = form;
  return (
    <FormDialog newsOf={id} title="File under another patient" size="sm" onClose={onClose}>
      <Form form={form}>
        <Typography>
          {document.fileName} is filed under {patientLabel(patient)}. The change is recorded in the audit log
          for both patients.
        </Typography>
        <FormPatientField control={control} name="patientId" label="New patient" required />
        <FormTextField
          control={control}
          name="reason"
          label="Reason"
          required
          rows={2}
          helperText="10 to 500 characters"
        />
        <FormActions submitLabel="Move" />
      </Form>
    </FormDialog>
  );
}
