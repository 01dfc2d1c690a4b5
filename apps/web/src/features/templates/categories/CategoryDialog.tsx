import { Box, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import {
  CATEGORY_ICONS,
  categoryCreate,
  categoryUpdate,
  templateCategory,
  type TemplateCategory,
} from '@portal/contract/template-categories';
import { useId, useState } from 'react';
import { useController, useWatch, type Control } from 'react-hook-form';
import { ApiError } from '#lib/api/api-error.ts';
import { explainError } from '#lib/errors/error-text.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import {
  categoryForm,
  categoryInput,
  categoryNews,
  type CategoryInput,
  type CategoryValues,
} from './category-form.ts';
import { CATEGORY_ICON_PARTS } from './category-icons.tsx';
import { ErrorDialog } from '../ErrorDialog.tsx';

interface CategoryDialogProps {
  /** Null for a new category. */
  readonly category: TemplateCategory | null;
  readonly onClose: () => void;
}

/** Dialog to add or edit a category. */
export function CategoryDialog({ category, onClose }: CategoryDialogProps) {
  const create = useEndpointMutation(categoryCreate);
  const update = useEndpointMutation(categoryUpdate);
  const toast = useToast();
  const [saveError, setSaveError] = useState<string | null>(null);
  const form = useAppForm(categoryForm, {
    about: category === null ? 'new' : String(category.id),
    defaultValues: categoryInput(category),
    errorFallback: 'Failed to save category',
    stale: {
      read: (current) => {
        const parsed = templateCategory.safeParse(current);
        return parsed.success ? categoryInput(parsed.data) : null;
      },
      labels: {
        name: 'Name',
        displayOrder: 'Display Order',
        reportHeading: 'Report Heading',
        icon: 'Icon',
      },
    },
    onSubmit: async ({ version, ...body }) => {
      try {
        const { name } = await (category === null
          ? create.mutateAsync({ body })
          : update.mutateAsync({ params: { id: String(category.id) }, body: { ...body, version } }));
        toast.success(`${name} was ${category === null ? 'added' : 'saved'}`);
        onClose();
      } catch (failure) {
        const isStale = failure instanceof ApiError && failure.code === 'STALE';
        if (!isStale) setSaveError(explainError(failure, 'Failed to save category'));
        throw failure;
      }
    },
  });
  const { control } = form;
  const name = useWatch({ control, name: 'name' });
  return (
    <FormDialog
      title={category === null ? 'Add Category' : 'Edit Category'}
      newsOf={category === null ? undefined : categoryNews(category)}
      onClose={onClose}
    >
      <Form form={form}>
        <FormTextField control={control} name="name" label="Name" required />
        <FormTextField
          control={control}
          name="displayOrder"
          label="Display Order"
          inputMode="numeric"
          helperText="Lower appears first"
        />
        <FormTextField
          control={control}
          name="reportHeading"
          label="Report Heading"
          helperText="Printed above the title of reports, for example Operative Report. Leave empty for none."
        />
        <IconChoice control={control} />
        <FormActions submitLabel={category === null ? 'Create' : 'Update'} isDisabled={name.trim() === ''} />
      </Form>
      <ErrorDialog message={saveError} onClose={() => setSaveError(null)} />
    </FormDialog>
  );
}

function IconChoice({ control }: { readonly control: Control<CategoryInput, unknown, CategoryValues> }) {
  const { field } = useController({ control, name: 'icon' });
  const id = useId();
  return (
    <Box>
      <Typography id={id} variant="body2" color="textSecondary" sx={{ mb: 0.5 }}>
        Icon
      </Typography>
      <ToggleButtonGroup
        exclusive
        size="small"
        aria-labelledby={id}
        value={field.value}
        onChange={(_event, icon: unknown) => {
          const chosen = CATEGORY_ICONS.find((each) => each === icon);
          if (chosen !== undefined) field.onChange(chosen);
        }}
        sx={{ flexWrap: 'wrap', gap: 0.5, '& .MuiToggleButton-root': { border: 1, borderRadius: 1, m: 0 } }}
      >
        {CATEGORY_ICONS.map((icon) => {
          const { Icon, label } = CATEGORY_ICON_PARTS[icon];
          return (
            <ToggleButton key={icon} value={icon} aria-label={label} title={label}>
              <Icon fontSize="small" />
            </ToggleButton>
          );
        })}
      </ToggleButtonGroup>
    </Box>
  );
}
