import { AdapterDateFns } from '@mui/x-date-pickers/AdapterDateFns';
import { DateTimePicker } from '@mui/x-date-pickers/DateTimePicker';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { useMemo } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useField } from './field.ts';
import type { FieldProps } from './field.ts';

interface FormDateTimeFieldProps<Input extends FieldValues, Output> extends FieldProps<Input, Output> {
  /** Earlier moments cannot be picked; that they are not typed is the schema's rule. */
  readonly min?: Date;
}

/** Stands for what is typed but no moment yet; the schema refuses it. */
const INCOMPLETE = 'incomplete';

/**
 * A moment, typed or picked in this computer's zone; ISO 8601 UTC in the form and on the wire (decisions 5), null when
 * empty. Its calendar is heavy: load the dialog or page that holds it when it is opened.
 */
export function FormDateTimeField<Input extends FieldValues, Output>({
  control,
  name,
  min,
  ...props
}: FormDateTimeFieldProps<Input, Output>) {
  const field = useField({ control, name });
  const value = useMemo(
    () => (typeof field.value === 'string' ? new Date(field.value) : null),
    [field.value],
  );
  return (
    <LocalizationProvider dateAdapter={AdapterDateFns}>
      <DateTimePicker
        label={props.label}
        value={value}
        onChange={(moment) => field.setValue(wireValue(moment))}
        inputRef={field.ref}
        disabled={props.disabled ?? false}
        {...(min && { minDateTime: min })}
        slotProps={{
          textField: {
            fullWidth: true,
            size: 'small',
            name: field.name,
            required: props.required ?? false,
            error: field.error !== undefined,
            helperText: field.error ?? props.helperText,
            onBlur: field.onBlur,
          },
          field: { clearable: true },
        }}
      />
    </LocalizationProvider>
  );
}

function wireValue(moment: Date | null): string | null {
  if (moment === null) return null;
  return Number.isNaN(moment.getTime()) ? INCOMPLETE : moment.toISOString();
}
