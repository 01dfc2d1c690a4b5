import { Alert, DialogContentText } from '@mui/material';
import { dictationAddendum, type Dictation } from '@portal/contract/dictations';
import { personName } from '@portal/domain/person-name';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import { useToast } from '#ui/ToastProvider.tsx';

interface AddendumDialogProps {
  readonly dictation: Dictation;
  readonly onClose: () => void;
}

/** Adds an addendum to a signed dictation. */
export function AddendumDialog({ dictation, onClose }: AddendumDialogProps) {
  const toast = useToast();
  const add = useEndpointMutation(dictationAddendum, {
    alsoChanges: ['Dashboard', 'Charges', 'Notifications'],
  });
  const { coSignature } = dictation;
  const form = useAppForm(dictationAddendum.body, {
    about: dictation.id,
    defaultValues: { text: '', reason: '' },
    draft: { form: 'dictationAddendum', patientId: dictation.patientId },
    onSubmit: async (body) => {
      await add.mutateAsync({ params: { id: dictation.id }, body });
      toast.success('Addendum added');
      onClose();
    },
    errorFallback: 'Failed to save the addendum',
  });
  return (
    <FormDialog newsOf={dictation.id} title="Add Addendum" onClose={onClose} size="sm">
      <Form form={form}>
        <DialogContentText color="textPrimary">
          The addendum is signed with your name and printed after the signature. It cannot be changed once
          added.
        </DialogContentText>
        {coSignature?.state === 'Returned' && coSignature.returned !== null ? (
          <Alert severity="warning" translate="no" sx={{ whiteSpace: 'pre-line' }}>
            {`${personName(coSignature.returned.byUser)} asks: ${coSignature.returned.reason}`}
          </Alert>
        ) : null}
        <FormTextField control={form.control} name="text" label="Addendum" required rows={5} isWriting />
        <FormTextField
          control={form.control}
          name="reason"
          label="Reason"
          helperText="Optional, such as what was left out"
        />
        <FormActions submitLabel="Add Addendum" />
      </Form>
    </FormDialog>
  );
}
