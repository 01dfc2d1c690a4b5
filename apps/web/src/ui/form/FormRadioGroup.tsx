import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useId } from 'react';
import type { FieldValues } from 'react-hook-form';
import { textOf, useField } from './field.ts';
import type { FieldProps } from './field.ts';

interface FormRadioGroupProps<Input extends FieldValues, Output> extends FieldProps<Input, Output> {
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** A choice of a few visible options. */
export function FormRadioGroup<Input extends FieldValues, Output>({
  control,
  name,
  label,
  options,
  ...props
}: FormRadioGroupProps<Input, Output>) {
  const field = useField({ control, name });
  const labelId = useId();
  const help = field.error ?? props.helperText;
  return (
    <FormControl error={field.error !== undefined} disabled={props.disabled ?? false}>
      <FormLabel id={labelId} required={props.required ?? false} sx={{ typography: 'body2' }}>
        {label}
      </FormLabel>
      <RadioGroup
        row
        aria-labelledby={labelId}
        name={field.name}
        value={textOf(field.value)}
        onChange={(_event, value) => field.setValue(value)}
        onBlur={field.onBlur}
      >
        {options.map((option, index) => (
          <FormControlLabel
            key={option.value}
            value={option.value}
            label={option.label}
            control={
              <Radio size="small" {...(index === 0 && { slotProps: { input: { ref: field.ref } } })} />
            }
          />
        ))}
      </RadioGroup>
      {help === undefined ? null : <FormHelperText>{help}</FormHelperText>}
    </FormControl>
  );
}
