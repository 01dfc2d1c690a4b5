import { titleCreate, titleUpdate, type ProviderTitle } from '@portal/contract/titles';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { FormCheckbox } from '#ui/form/FormCheckbox.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { currentTitleInput, newTitleInput, titleInput, titleSchema } from './title-form.ts';

interface TitleDialogProps {
  /** The title to edit; null to add one. */
  readonly title: ProviderTitle | null;
  /** Number of titles, including inactive ones. */
  readonly totalCount: number;
  readonly onClose: () => void;
}

/** Dialog to add or edit a title. */
export function TitleDialog({ title, totalCount, onClose }: TitleDialogProps) {
  // Users are displayed with the text of their title.
  const options = { alsoChanges: ['Users'] };
  const create = useEndpointMutation(titleCreate, options);
  const update = useEndpointMutation(titleUpdate, options);
  const toast = useToast();
  const form = useAppForm(titleSchema, {
    about: title?.id ?? 'new',
    defaultValues: title === null ? newTitleInput(totalCount) : titleInput(title),
    onSubmit: async ({ version, ...fields }) => {
      if (title === null) await create.mutateAsync({ body: fields });
      else
        await update.mutateAsync({
          params: { id: title.id },
          body: { ...fields, ...(version !== undefined && { version }) },
        });
      toast.success(title === null ? 'Title created successfully' : 'Title updated successfully');
      onClose();
    },
    errorFallback: title === null ? 'Failed to create title' : 'Failed to update title',
    stale: {
      read: currentTitleInput,
      labels: {
        code: 'Title',
        description: 'Description',
        displayOrder: 'Display order',
        isActive: 'Active',
      },
    },
  });
  const { control } = form;
  return (
    <FormDialog newsOf={title?.id} title={title === null ? 'Add Title' : 'Edit Title'} onClose={onClose}>
      <Form form={form}>
        <FormTextField
          control={control}
          name="code"
          label="Title"
          required
          format={(typed) => typed.toUpperCase()}
          helperText={
            title === null
              ? 'Up to 10 characters, for example MD'
              : 'Users with this title will show the updated text'
          }
        />
        <FormTextField control={control} name="description" label="Description" required />
        <FormTextField
          control={control}
          name="displayOrder"
          label="Display order"
          required
          inputMode="numeric"
          helperText="Lower numbers appear first"
        />
        <FormCheckbox control={control} name="isActive" label="Active" look="switch" />
        <FormActions submitLabel={title === null ? 'Add' : 'Save'} />
      </Form>
    </FormDialog>
  );
}
