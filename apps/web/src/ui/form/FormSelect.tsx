import { Box, MenuItem, TextField, Typography } from '@mui/material';
import type { FieldValues } from 'react-hook-form';
import { textOf, useField, type FieldProps } from './field.ts';

export interface SelectOption {
  readonly value: string;
  readonly label: string;
  /** A second line in the open list. */
  readonly description?: string;
  /** Shown, but not selectable. */
  readonly isDisabled?: boolean;
}

interface FormSelectProps<Input extends FieldValues, Output> extends FieldProps<Input, Output> {
  readonly options: readonly SelectOption[];
  /** Label of the empty option, for example "None"; its value is `''`. */
  readonly noneLabel?: string;
  /** Shown in the open list if there are no options, for example "No roles available". */
  readonly emptyText?: string;
  /** Convert the form value to the option value and back, if they differ. */
  readonly toText?: (value: unknown) => string;
  readonly toValue?: (option: string) => unknown;
}

/** A select with a few options. */
export function FormSelect<Input extends FieldValues, Output>({
  control,
  name,
  options,
  noneLabel,
  emptyText,
  toText = textOf,
  toValue = textOf,
  ...props
}: FormSelectProps<Input, Output>) {
  const field = useField({ control, name });
  const value = toText(field.value);
  const chosen = options.find((option) => option.value === value);
  return (
    <TextField
      select
      fullWidth
      name={field.name}
      label={props.label}
      required={props.required ?? false}
      disabled={props.disabled ?? false}
      // A value without an option (yet) is shown as blank.
      value={chosen === undefined ? '' : value}
      onChange={({ target }) => field.setValue(toValue(target.value))}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={field.error !== undefined}
      helperText={field.error ?? props.helperText}
      slotProps={{ select: { renderValue: () => chosen?.label ?? '' } }}
    >
      {noneLabel === undefined ? null : <MenuItem value="">{noneLabel}</MenuItem>}
      {options.map((option) => (
        <MenuItem key={option.value} value={option.value} disabled={option.isDisabled ?? false}>
          {option.description === undefined ? (
            option.label
          ) : (
            <Box sx={{ minWidth: 0 }}>
              {option.label}
              <Typography variant="body2" color="textSecondary" sx={{ whiteSpace: 'normal' }}>
                {option.description}
              </Typography>
            </Box>
          )}
        </MenuItem>
      ))}
      {options.length === 0 && emptyText !== undefined ? <MenuItem disabled>{emptyText}</MenuItem> : null}
    </TextField>
  );
}
