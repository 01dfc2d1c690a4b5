import { InputAdornment } from '@mui/material';
import type { FieldValues } from 'react-hook-form';
import { CalendarButton } from './CalendarButton.tsx';
import { dateText, dateValue, formatDateInput } from './date-input.ts';
import { useField, type FieldProps } from './field.ts';
import { FormTextField } from './FormTextField.tsx';

interface FormDateFieldProps<Input extends FieldValues, Output> extends FieldProps<Input, Output> {
  /** Adds a calendar button. Not useful for birth dates, which are faster to type. */
  readonly hasCalendar?: boolean;
  /** First and last selectable day of the calendar, YYYY-MM-DD. The schema must check the limits. */
  readonly min?: string;
  readonly max?: string;
}

/** A date without a time: shown as MM/DD/YYYY, with YYYY-MM-DD as the form value. */
export function FormDateField<Input extends FieldValues, Output>({
  hasCalendar = false,
  min,
  max,
  ...props
}: FormDateFieldProps<Input, Output>) {
  const { value, setValue } = useField(props);
  return (
    <FormTextField
      {...props}
      inputMode="numeric"
      placeholder="MM/DD/YYYY"
      format={formatDateInput}
      toText={dateText}
      toValue={dateValue}
      endAdornment={
        hasCalendar ? (
          <InputAdornment position="end">
            <CalendarButton
              label={`Choose ${props.label}`}
              value={typeof value === 'string' ? value : ''}
              min={min}
              max={max}
              disabled={props.disabled ?? false}
              onChange={setValue}
            />
          </InputAdornment>
        ) : null
      }
    />
  );
}
