import { Autocomplete, TextField } from '@mui/material';
import type { FieldType } from '@portal/domain/template/content';
import { useMemo } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { FormCheckbox } from '#ui/form/FormCheckbox.tsx';
import { FormDateField } from '#ui/form/FormDateField.tsx';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import type { FieldFormState } from './field-shape.ts';
import { linesOf } from '../conditions/condition-input.ts';
import { useChoiceText } from '#ui/use-choice-text.ts';

interface FieldDefaultProps {
  readonly control: FieldFormState['control'];
  readonly type: FieldType;
}

const LABEL = 'Default Value';

/** Input for the default value that matches the field type. */
export function FieldDefault({ control, type }: FieldDefaultProps) {
  const options = linesOf(useWatch({ control, name: 'options' }));
  switch (type) {
    case 'select':
    case 'radio':
      return (
        <FormSelect
          control={control}
          name="defaultText"
          label={LABEL}
          noneLabel="No default value"
          options={[...new Set(options)].map((option) => ({ value: option, label: option }))}
        />
      );
    case 'checkbox':
      return options.length === 0 ? (
        <FormCheckbox control={control} name="defaultChecked" label="Checked by default" />
      ) : (
        <ChosenField control={control} options={options} />
      );
    case 'rows':
      return null;
    case 'date':
      return <FormDateField control={control} name="defaultText" label={LABEL} hasCalendar />;
    default:
      return (
        <FormTextField
          control={control}
          name="defaultText"
          label={LABEL}
          rows={type === 'textarea' ? 2 : 1}
        />
      );
  }
}

function ChosenField({
  control,
  options,
}: Pick<FieldDefaultProps, 'control'> & { readonly options: readonly string[] }) {
  const { field, fieldState } = useController({ control, name: 'defaultChosen' });
  // What is no longer an option stays until it is removed.
  const box = useChoiceText({ unchosen: 'No option chosen', chosen: null });
  const all = useMemo(() => [...new Set([...options, ...field.value])], [options, field.value]);
  return (
    <Autocomplete
      multiple
      size="small"
      disableCloseOnSelect
      options={all}
      value={field.value}
      {...box.props}
      onChange={(_event, next) => {
        box.picked();
        field.onChange(next);
      }}
      renderInput={(params) => (
        <TextField
          {...params}
          label={LABEL}
          error={box.problem !== null || fieldState.error !== undefined}
          helperText={box.problem ?? fieldState.error?.message}
        />
      )}
    />
  );
}
