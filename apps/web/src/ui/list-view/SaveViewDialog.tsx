import { Typography } from '@mui/material';
import {
  savedViewBody,
  viewCreate,
  viewUpdate,
  type SavedView,
  type ViewList,
  type ViewState,
} from '@portal/contract/saved-views';
import { useWatch } from 'react-hook-form';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { Form } from '../form/Form.tsx';
import { FormActions } from '../form/FormActions.tsx';
import { FormCheckbox } from '../form/FormCheckbox.tsx';
import { FormTextField } from '../form/FormTextField.tsx';
import { useAppForm } from '../form/use-app-form.ts';
import { FormDialog } from '../FormDialog.tsx';
import { useToast } from '../ToastProvider.tsx';

const schema = savedViewBody.pick({ name: true, isDefault: true });

interface SaveViewDialogProps {
  readonly list: ViewList;
  readonly state: ViewState;
  readonly views: readonly SavedView[];
  readonly onClose: () => void;
}

/** Saves the current view under a name. The name of an existing view replaces it. */
export function SaveViewDialog({ list, state, views, onClose }: SaveViewDialogProps) {
  const create = useEndpointMutation(viewCreate);
  const update = useEndpointMutation(viewUpdate);
  const toast = useToast();
  const sameName = (name: string) =>
    views.find((view) => view.name.toLowerCase() === name.trim().toLowerCase());
  const form = useAppForm(schema, {
    about: list,
    defaultValues: { name: '', isDefault: false },
    onSubmit: async (fields) => {
      const existing = sameName(fields.name);
      if (existing === undefined) await create.mutateAsync({ body: { ...fields, list, state } });
      else
        await update.mutateAsync({
          params: { id: existing.id },
          body: { ...fields, state, version: existing.version },
        });
      toast.success(`View "${fields.name}" saved`);
      onClose();
    },
    errorFallback: 'Failed to save the view',
  });
  const [name] = useWatch({ control: form.control, name: ['name'] });
  const existing = sameName(name);
  return (
    <FormDialog title="Save this view" onClose={onClose}>
      <Form form={form}>
        <FormTextField
          control={form.control}
          name="name"
          label="Name"
          required
          helperText={existing === undefined ? '' : `Replaces your view "${existing.name}"`}
        />
        <FormCheckbox control={form.control} name="isDefault" label="Open with this list" />
        <Typography variant="body2" color="textSecondary">
          Saves filters, sorting, columns and rows per page, but no search text and no patient.
        </Typography>
        <FormActions submitLabel="Save" />
      </Form>
    </FormDialog>
  );
}
