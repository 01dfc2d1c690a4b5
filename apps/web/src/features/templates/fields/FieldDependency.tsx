import { Typography } from '@mui/material';
import { DEPENDENCY_TYPES, type TemplateField } from '@portal/domain/template/content';
import { useWatch } from 'react-hook-form';
import { FormGrid } from '#ui/form/FormGrid.tsx';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import type { FieldValues } from '@portal/domain/template/value';
import type { FieldFormState } from './field-shape.ts';
import { DEPENDENCY_LABELS } from './field-labels.ts';
import { FormulaField } from './FormulaField.tsx';
import { PlaceholderText } from './PlaceholderText.tsx';

interface FieldDependencyProps {
  readonly form: FieldFormState;
  /** The other fields of the template. */
  readonly fields: readonly TemplateField[];
  /** What is entered under "Try it out". */
  readonly answers: FieldValues;
}

const TYPES = DEPENDENCY_TYPES.map((value) => ({
  value,
  label: DEPENDENCY_LABELS[value],
  isDisabled: value === 'transform',
}));

/** Select options for fields: label and id. */
export const fieldOptions = (fields: readonly TemplateField[]) =>
  fields.map(({ id, label }) => ({ value: id, label: `${label} (${id})` }));

/** Dependency settings: how the field follows another one, and its text with placeholders. */
export function FieldDependency({ form, fields, answers }: FieldDependencyProps) {
  const { control } = form;
  const type = useWatch({ control, name: 'dependencyType' });
  return (
    <>
      <Typography variant="h3">Dependency</Typography>
      <FormGrid>
        <FormSelect
          control={control}
          name="dependencyType"
          label="Dependency Type"
          noneLabel="No dependency"
          options={TYPES}
        />
        {type === 'calculated' ? null : (
          <FormSelect
            control={control}
            name="dependsOn"
            label="Depends On"
            noneLabel="No field"
            emptyText="No other fields yet"
            required={type === 'copy' || type === 'dynamic_default'}
            options={fieldOptions(fields)}
          />
        )}
      </FormGrid>
      {type === 'calculated' ? (
        <FormulaField form={form} fields={fields} answers={answers} />
      ) : (
        <PlaceholderText
          control={control}
          name="defaultTemplate"
          label={type === 'dynamic_text' ? 'Text with placeholders' : 'Default with placeholders'}
          fields={fields}
          helperText={
            type === 'dynamic_text'
              ? 'Shown until the field is edited, for example: {{approach}} approach at {{level}}{{#if side}}, {{side}}{{/if}}'
              : 'Used when there is no other default, for example: {{side}} {{level}}'
          }
        />
      )}
    </>
  );
}
