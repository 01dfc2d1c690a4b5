import { isTimeOfDay } from '@portal/domain/calendar';
import { formatTimeOfDay, splitZone } from '@portal/domain/clock';
import type { FieldValues } from 'react-hook-form';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { formatTimeInput, isTyped, timeInputText, timeValue } from './date-time-input.ts';
import type { FieldProps } from './field.ts';
import { FormTextField } from './FormTextField.tsx';

/** A time of day, typed on the practice's clock. The form value is HH:mm, "HH:mm EST", or blank if empty. */
export function FormTimeField<Input extends FieldValues, Output>(props: FieldProps<Input, Output>) {
  const { practice } = usePracticeTimes();
  if (practice === undefined) return <FormTextField {...props} toText={() => ''} disabled />;
  return (
    <FormTextField
      {...props}
      inputMode={practice.clock === '12' ? 'text' : 'numeric'}
      placeholder={practice.clock === '12' ? 'HH:MM AM' : 'HH:MM'}
      format={formatTimeInput}
      toText={(value) => timeInputText(value, practice)}
      toValue={(text) => timeValue(text, practice)}
      explain={(value) =>
        isTyped(value) && !isTimeOfDay(splitZone(value).time)
          ? `Enter a time such as ${formatTimeOfDay('08:30', practice.clock)}`
          : undefined
      }
    />
  );
}
