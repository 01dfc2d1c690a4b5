import { formatPhone, formatPhoneInput } from '@portal/domain/phone';
import type { FieldValues } from 'react-hook-form';
import { textOf, type FieldProps } from './field.ts';
import { FormTextField } from './FormTextField.tsx';

/** A US phone or fax number, formatted while typing. Stored digits are shown formatted. */
export function FormPhoneField<Input extends FieldValues, Output>(props: FieldProps<Input, Output>) {
  return (
    <FormTextField
      {...props}
      type="tel"
      inputMode="tel"
      placeholder="(XXX) XXX-XXXX"
      format={formatPhoneInput}
      toText={shownPhone}
    />
  );
}

/** Formats only complete numbers from the server; typed text is already formatted. */
function shownPhone(value: unknown): string {
  const text = textOf(value);
  return /^\d{10,}$/.test(text) ? formatPhone(text) : text;
}
