import type { FieldValues } from 'react-hook-form';
import { formatDigitGroups } from './digit-groups.ts';
import type { FieldProps } from './field.ts';
import { FormTextField } from './FormTextField.tsx';

const TIME = { lengths: [2, 2], separators: [':'] };

/** A time of day on the 24-hour clock: HH:mm as typed, in the form and on the wire; blank when empty. */
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
