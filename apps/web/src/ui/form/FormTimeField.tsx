import type { FieldValues } from 'react-hook-form';
import { formatDigitGroups } from './digit-groups.ts';
import type { FieldProps } from './field.ts';
import { FormTextField } from './FormTextField.tsx';

const TIME = { lengths: [2, 2], separators: [':'] };

/** A 24-hour time of day. The form value is HH:mm, or blank if empty. */
export function FormTimeField<Input extends FieldValues, Output>(props: FieldProps<Input, Output>) {
  return (
    <FormTextField
      {...props}
      inputMode="numeric"
      placeholder="HH:MM"
      maxLength={5}
      format={(typed) => formatDigitGroups(typed, TIME)}
    />
  );
}
