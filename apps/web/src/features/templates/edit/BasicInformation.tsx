import { Alert, Stack } from '@mui/material';
import type { TemplateCategory } from '@portal/contract/template-categories';
import { useFormState } from 'react-hook-form';
import { FormCheckbox } from '#ui/form/FormCheckbox.tsx';
import { FormGrid } from '#ui/form/FormGrid.tsx';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import type { AppForm } from '#ui/form/use-app-form.ts';
import { Section } from '#ui/Section.tsx';
import {
  TEMPLATE_LABELS as LABELS,
  type TemplateInput,
  type TemplateValues,
} from '../builder/template-values.ts';

interface BasicInformationProps {
  readonly form: AppForm<TemplateInput, TemplateValues>;
  readonly categories: readonly TemplateCategory[];
}

/** Name, procedure type, category, quick access order, short description, title in the report, and whether notes need a co-signature. */
export function BasicInformation({ form: { control }, categories }: BasicInformationProps) {
  const { errors } = useFormState({ control, name: ['name', 'procedureType'] });
  const isIncomplete = errors.name !== undefined || errors.procedureType !== undefined;
  return (
    <Section title="Basic Information">
      {isIncomplete ? (
        <Alert severity="error" sx={{ mb: 2 }}>
          Please fill in all required fields
        </Alert>
      ) : null}
      <FormGrid>
        <FormTextField control={control} name="name" label={LABELS.name} required />
        <FormTextField control={control} name="procedureType" label={LABELS.procedureType} required />
        <FormSelect
          control={control}
          name="categoryId"
          label={LABELS.categoryId}
          noneLabel="Uncategorized"
          options={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
          toText={(value) => (typeof value === 'number' ? String(value) : '')}
          toValue={(option) => (option === '' ? null : Number(option))}
        />
        <FormTextField
          control={control}
          name="quickAccessOrder"
          label={LABELS.quickAccessOrder}
          inputMode="numeric"
          helperText="Lower numbers appear first; 1 to 9 are also keyboard shortcuts. Leave empty for none."
        />
      </FormGrid>
      <Stack spacing={2} sx={{ mt: 2 }}>
        <FormTextField control={control} name="shortDescription" label={LABELS.shortDescription} />
        <FormTextField
          control={control}
          name="reportTitle"
          label={LABELS.reportTitle}
          helperText="Printed instead of the name. Leave empty to print the name."
        />
        <FormCheckbox
          control={control}
          name="needsCoSignature"
          label="Notes that no physician signed need a physician’s co-signature"
        />
      </Stack>
    </Section>
  );
}
