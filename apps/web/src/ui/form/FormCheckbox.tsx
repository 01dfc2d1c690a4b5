import { Checkbox, FormControl, FormControlLabel, FormHelperText, Switch } from '@mui/material';
import { useId } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useField, type FieldProps } from './field.ts';

interface FormCheckboxProps<Input extends FieldValues, Output> extends FieldProps<Input, Output> {
  /** Use a switch for on/off settings, and a checkbox for yes/no answers. */
  readonly look?: 'checkbox' | 'switch';
  /** Called after a change, for example to clear fields that depend on it. */
  readonly onChange?: (checked: boolean) => void;
}

/** A checkbox or switch with a boolean form value. */
export function FormCheckbox<Input extends FieldValues, Output>({
  control,
  name,
  label,
  look = 'checkbox',
  onChange,
  ...props
}: FormCheckboxProps<Input, Output>) {
  const field = useField({ control, name });
  const helpId = useId();
  const help = field.error ?? props.helperText;
  const Box = look === 'switch' ? Switch : Checkbox;
  return (
    <FormControl error={field.error !== undefined} disabled={props.disabled ?? false}>
      <FormControlLabel
        required={props.required ?? false}
        label={label}
        // Aligns the switch’s thumb, not its padding, with the left edge of the fields.
        sx={look === 'switch' ? { ml: -1 } : {}}
        control={
          <Box
            name={field.name}
            checked={field.value === true}
            onChange={(_event, checked) => {
              field.setValue(checked);
              onChange?.(checked);
            }}
            onBlur={field.onBlur}
            slotProps={{
              input: {
                ref: field.ref,
                'aria-invalid': field.error !== undefined,
                'aria-describedby': help === undefined ? undefined : helpId,
              },
            }}
          />
        }
      />
      {help === undefined ? null : <FormHelperText id={helpId}>{help}</FormHelperText>}
    </FormControl>
  );
}
