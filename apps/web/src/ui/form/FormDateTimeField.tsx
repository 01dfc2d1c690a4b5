import InputAdornment from '@mui/material/InputAdornment';
import type { FieldValues } from 'react-hook-form';
import { CalendarButton } from './CalendarButton.tsx';
import { dateTimeText, dateTimeValue, dayOf, formatDateTimeInput, withDay } from './date-time-input.ts';
import { useField } from './field.ts';
import type { FieldProps } from './field.ts';
import { FormTextField } from './FormTextField.tsx';

interface FormDateTimeFieldProps<Input extends FieldValues, Output> extends FieldProps<Input, Output> {
  /** First day of the calendar, YYYY-MM-DD; that it holds is the schema's rule. */
  readonly min?: string;
}

/**
 * A moment in this computer's zone: typed and shown as MM/DD/YYYY HH:mm, ISO 8601 UTC in the form and on the wire, null
 * when empty.
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
            // A day before the first opens the calendar on today.
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
