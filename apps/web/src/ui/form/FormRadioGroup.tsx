import { FormControl, FormControlLabel, FormHelperText, FormLabel, Radio, RadioGroup } from '@mui/material';
import { useId, useRef } from 'react';
import type { FieldValues } from 'react-hook-form';
import { textOf, useField, type FieldProps } from './field.ts';

interface FormRadioGroupProps<Input extends FieldValues, Output> extends FieldProps<Input, Output> {
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** Label of an empty option in front, for example "None"; its value is `''`. */
  readonly noneLabel?: string;
  /** Called after a choice with the mouse or a finger. From the keyboard, a choice must not move the focus. */
  readonly onPicked?: (value: string) => void;
}

/** A choice of a few options that are all visible, so that it takes one click. */
export function FormRadioGroup<Input extends FieldValues, Output>({
  control,
  name,
  label,
  options,
  noneLabel,
  onPicked,
  ...props
}: FormRadioGroupProps<Input, Output>) {
  const field = useField({ control, name });
  const [labelId, helpId] = [useId(), useId()];
  const usesKeys = useRef(true);
  const help = field.error ?? props.helperText;
  const isInvalid = field.error !== undefined;
  const all = noneLabel === undefined ? options : [{ value: '', label: noneLabel }, ...options];
  return (
    <FormControl error={isInvalid} disabled={props.disabled ?? false} sx={{ gridColumn: '1 / -1' }}>
      <FormLabel id={labelId} required={props.required ?? false} sx={{ typography: 'body2', mb: 0.5 }}>
        {label}
      </FormLabel>
      <RadioGroup
        row
        aria-labelledby={labelId}
        aria-describedby={help === undefined ? undefined : helpId}
        aria-required={props.required ?? false}
        name={field.name}
        value={textOf(field.value)}
        onKeyDown={() => (usesKeys.current = true)}
        onPointerDown={() => (usesKeys.current = false)}
        onChange={(_event, value) => {
          field.setValue(value);
          if (!usesKeys.current) onPicked?.(value);
        }}
        onBlur={field.onBlur}
        sx={{ gap: 1 }}
      >
        {all.map((option, index) => (
          <FormControlLabel
            key={option.value}
            value={option.value}
            label={option.label}
            control={
              <Radio
                size="small"
                slotProps={{
                  input: { 'aria-invalid': isInvalid, ...(index === 0 && { ref: field.ref }) },
                }}
              />
            }
            sx={{
              m: 0,
              pr: 1.5,
              border: 1,
              borderColor: isInvalid ? 'error.main' : 'divider',
              borderRadius: 1,
              '&:has(:checked)': { borderColor: 'primary.main', bgcolor: 'action.selected' },
            }}
          />
        ))}
      </RadioGroup>
      {help === undefined ? null : <FormHelperText id={helpId}>{help}</FormHelperText>}
    </FormControl>
  );
}
