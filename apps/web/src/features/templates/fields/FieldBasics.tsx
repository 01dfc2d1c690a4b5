import { Box, Typography } from '@mui/material';
import { AUTO_POPULATE_SOURCES } from '@portal/contract/templates';
import { FIELD_TYPES, type FieldType } from '@portal/domain/template/content';
import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { FormCheckbox } from '#ui/form/FormCheckbox.tsx';
import { FormGrid } from '#ui/form/FormGrid.tsx';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { FieldDefault } from './FieldDefault.tsx';
import { FieldRowsTable } from './FieldRowsTable.tsx';
import type { FieldFormState } from './field-shape.ts';
import { SOURCE_LABELS, TYPE_LABELS } from './field-labels.ts';
import { hasChoices } from './field-values.ts';
import { OptionsField } from './OptionsField.tsx';

interface FieldBasicsProps {
  readonly form: FieldFormState;
  readonly isNew: boolean;
}

const TYPES = FIELD_TYPES.map((value) => ({ value, label: TYPE_LABELS[value] }));
const SOURCES = AUTO_POPULATE_SOURCES.map((value) => ({ value, label: SOURCE_LABELS[value] }));

/** The basic properties of a field: label, id, type, options, default and flags. */
export function FieldBasics({ form, isNew }: FieldBasicsProps) {
  const { control } = form;
  const [type, autoPopulate] = useWatch({ control, name: ['type', 'autoPopulate'] });
  const hasText = type === 'text' || type === 'textarea';
  const hasOptions = hasChoices(type);
  // Options make a new text field a select: one step less than choosing the type first.
  const canBecomeChoice = isNew && type === 'text';
  useSelectOfOptions(form, canBecomeChoice);
  return (
    <>
      <FormGrid>
        <FormTextField control={control} name="label" label="Label" required />
        <FormTextField
          control={control}
          name="id"
          label="ID"
          required
          format={(typed) => typed.toLowerCase().replaceAll(/[\s-]/g, '_')}
          helperText={
            isNew
              ? 'Lowercase with underscores'
              : 'Rules and text of the fields are updated to a new ID. When you save the template, you choose whether billing code rules, defaults and test cases follow it. Saved dictations keep the old one.'
          }
        />
        <FormSelect control={control} name="type" label="Type" options={TYPES} required />
        {type === 'rows' && autoPopulate === '' ? null : (
          <FormSelect
            control={control}
            name="autoPopulate"
            label="Auto-populate from"
            options={SOURCES}
            noneLabel="Not auto-populated"
            helperText="Filled in when a dictation is started"
          />
        )}
      </FormGrid>
      {hasOptions || canBecomeChoice ? (
        <OptionsField
          control={control}
          name="options"
          label="Options"
          required={type === 'select' || type === 'radio'}
          helperText={OPTIONS_HELP[type] ?? 'One per line'}
        />
      ) : null}
      {type === 'rows' ? <FieldRowsTable form={form} /> : null}
      <FieldDefault control={control} type={type} />
      <FormGrid>
        {hasText ? <FormTextField control={control} name="placeholder" label="Placeholder" /> : null}
        {hasText ? (
          <FormTextField control={control} name="maxLength" label="Max Length" inputMode="numeric" />
        ) : null}
        {type === 'textarea' ? (
          <FormTextField control={control} name="rows" label="Rows" inputMode="numeric" />
        ) : null}
        <FormTextField control={control} name="helpText" label="Help Text" />
      </FormGrid>
      <FieldBehavior control={control} />
    </>
  );
}

function FieldBehavior({ control }: Pick<FieldFormState, 'control'>) {
  return (
    <Box>
      <Typography variant="h3" sx={{ mb: 0.5 }}>
        Behavior
      </Typography>
      <FormGrid>
        <FormCheckbox control={control} name="required" label="Required" />
        <FormCheckbox
          control={control}
          name="isReadOnly"
          label="Read-only"
          helperText="Only administrators can modify"
        />
        <FormCheckbox
          control={control}
          name="isVisible"
          label="Visible"
          helperText="Ignored if there are visibility rules"
        />
        <FormCheckbox control={control} name="includeInReport" label="Include in report" />
        <FormTextField
          control={control}
          name="reportLabel"
          label="Name in the report"
          helperText="If it is not the label"
        />
      </FormGrid>
    </Box>
  );
}

const OPTIONS_HELP: Partial<Readonly<Record<FieldType, string>>> = {
  checkbox: 'One per line. Without options, this is a single checkbox.',
  text: 'One per line. With options, the field becomes a select.',
};

/** Makes a new text field a select when it gets options. */
function useSelectOfOptions({ control, methods }: FieldFormState, isOn: boolean): void {
  const options = useWatch({ control, name: 'options' });
  useEffect(() => {
    if (isOn && options.trim() !== '') methods.setValue('type', 'select', { shouldDirty: true });
  }, [isOn, options, methods]);
}
