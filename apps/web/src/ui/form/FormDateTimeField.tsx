import InputAdornment from '@mui/material/InputAdornment';
import type { FieldValues } from 'react-hook-form';
import { CalendarButton } from './CalendarButton.tsx';
import { dateTimeText, dateTimeValue, dayOf, formatDateTimeInput, withDay } from './date-time-input.ts';
import { useField } from './field.ts';
import type { FieldProps } from './field.ts';
import { FormTextField } from './FormTextField.tsx';

interface FormDateTimeFieldProps<Input extends FieldValues, Output> extends FieldProps<Input, Output> {
  /** First selectable day of the calendar, YYYY-MM-DD. The schema must check the limit. */
  readonly min?: string;
}

/**
 * A date and time in the local time zone: shown as MM/DD/YYYY HH:mm, with ISO 8601 UTC as the form value, or null if
 * empty.
 */
export function FormDateTimeField<Input extends FieldValues, Output>({
  min,
  ...props
}: FormDateTimeFieldProps<Input, Output>) {
  const { value, setValue } = useField(props);
  const day = dayOf(value);
  return (
    <FormTextField
      {...props}
      inputMode="numeric"
      placeholder="MM/DD/YYYY HH:MM"
      maxLength={16}
      format={formatDateTimeInput}
      toText={dateTimeText}
      toValue={dateTimeValue}
      endAdornment={
        <InputAdornment position="end">
          <CalendarButton
            label={`Choose ${props.label}`}
            // For a day before `min`, the calendar opens on today.
            value={min !== undefined && day < min ? '' : day}
            min={min}
            disabled={props.disabled ?? false}
            onChange={(chosen) => setValue(withDay(value, chosen))}
          />
        </InputAdornment>
      }
    />
  );
}
