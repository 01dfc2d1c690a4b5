import { InputAdornment } from '@mui/material';
import { formatTimeOfDay } from '@portal/domain/clock';
import type { FieldValues } from 'react-hook-form';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { usePractice } from '#lib/query/use-practice.ts';
import { CalendarButton } from './CalendarButton.tsx';
import {
  dateTimeProblem,
  dateTimeText,
  dateTimeValue,
  dayOf,
  formatDateTimeInput,
  isMoment,
  isTyped,
  withDay,
} from './date-time-input.ts';
import { useField, type FieldProps } from './field.ts';
import { FormTextField } from './FormTextField.tsx';

interface FormDateTimeFieldProps<Input extends FieldValues, Output> extends FieldProps<Input, Output> {
  /** Whether the calendar starts today. The schema must check the limit. */
  readonly fromToday?: boolean;
}

/** A date and time in the practice's time zone and on its clock. The form value is ISO 8601 UTC, or null if empty. */
export function FormDateTimeField<Input extends FieldValues, Output>({
  fromToday = false,
  ...props
}: FormDateTimeFieldProps<Input, Output>) {
  const { value, setValue } = useField(props);
  const { practice } = usePracticeTimes();
  const today = usePractice().data?.today;
  if (practice === undefined) return <FormTextField {...props} toText={() => ''} disabled />;
  const day = dayOf(value, practice);
  const min = fromToday ? today : undefined;
  return (
    <FormTextField
      {...props}
      inputMode={practice.clock === '12' ? 'text' : 'numeric'}
      placeholder={practice.clock === '12' ? 'MM/DD/YYYY HH:MM AM' : 'MM/DD/YYYY HH:MM'}
      format={formatDateTimeInput}
      toText={(shown) => dateTimeText(shown, practice)}
      toValue={(text) => dateTimeValue(text, practice)}
      explain={(shown) =>
        isTyped(shown) && !isMoment(shown)
          ? (dateTimeProblem(shown, practice) ??
            `Enter a date and time such as 03/01/2027 ${formatTimeOfDay('08:30', practice.clock)}`)
          : undefined
      }
      endAdornment={
        <InputAdornment position="end">
          <CalendarButton
            label={`Choose ${props.label}`}
            // For a day before `min`, the calendar opens on today.
            value={min !== undefined && day < min ? '' : day}
            min={min}
            disabled={props.disabled ?? false}
            onChange={(chosen) => setValue(withDay(value, chosen, practice))}
          />
        </InputAdornment>
      }
    />
  );
}
