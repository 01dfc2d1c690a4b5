import InputAdornment from '@mui/material/InputAdornment';
import type { FieldValues } from 'react-hook-form';
import { CalendarButton } from './CalendarButton.tsx';
import { dateText, dateValue, formatDateInput } from './date-input.ts';
import { useField } from './field.ts';
import type { FieldProps } from './field.ts';
import { FormTextField } from './FormTextField.tsx';

interface FormDateFieldProps<Input extends FieldValues, Output> extends FieldProps<Input, Output> {
  /** Adds a calendar to pick from; a birth date is quicker typed. */
  readonly hasCalendar?: boolean;
  /** First and last day of the calendar, YYYY-MM-DD; that they hold is the schema's rule. */
  readonly min?: string;
  readonly max?: string;
}

/** A date without a time: typed and shown as MM/DD/YYYY, YYYY-MM-DD in the form and on the wire. */
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
      maxLength={10}
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
