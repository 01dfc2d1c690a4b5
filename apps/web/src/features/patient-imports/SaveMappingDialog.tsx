import { importMappingSave } from '@portal/contract/patient-imports';
import { requiredText } from '@portal/contract/fields';
import { z } from 'zod';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import { useToast } from '#ui/ToastProvider.tsx';

const schema = z.strictObject({ name: requiredText('Name', 60) });

interface SaveMappingDialogProps {
  readonly importId: string;
  readonly onClose: () => void;
}

/** Saves the mapping of the last check for files with the same columns. */
export function SaveMappingDialog({ importId, onClose }: SaveMappingDialogProps) {
  const save = useEndpointMutation(importMappingSave);
  const toast = useToast();
  const form = useAppForm(schema, {
    about: 'new',
    defaultValues: { name: '' },
    onSubmit: async ({ name }) => {
      await save.mutateAsync({ body: { importId, name } });
      toast.success('Mapping saved');
      onClose();
    },
    errorFallback: 'Failed to save the mapping',
  });
  return (
    <FormDialog title="Save Mapping" onClose={onClose}>
      <Form form={form}>
        <FormTextField
          control={form.control}
          name="name"
          label="Name"
          required
          helperText="Offered for files with the same columns, or with more. A mapping with this name is replaced."
        />
        <FormActions submitLabel="Save" />
      </Form>
    </FormDialog>
  );
}
