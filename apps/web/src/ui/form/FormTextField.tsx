import TextField from '@mui/material/TextField';
import type { HTMLInputAutoCompleteAttribute, ReactNode, WheelEvent } from 'react';
import type { FieldValues } from 'react-hook-form';
import { textOf, useField } from './field.ts';
import type { FieldProps } from './field.ts';
import { applyMask } from './mask.ts';

export interface FormTextFieldProps<Input extends FieldValues, Output> extends FieldProps<Input, Output> {
  readonly type?: 'text' | 'email' | 'password' | 'tel' | 'number';
  readonly placeholder?: string;
  readonly maxLength?: number;
  /** Of a number: what the browser's arrows keep to; that it holds is the schema's rule. */
  readonly range?: { readonly min?: number; readonly max?: number; readonly step?: number };
  readonly inputMode?: 'numeric' | 'decimal' | 'tel' | 'email';
  /** Default "off": what is typed here is other people's data. */
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  /** Lines shown at least; more than one makes a text area. */
  readonly rows?: number;
  readonly readOnly?: boolean;
  readonly endAdornment?: ReactNode;
  /** Shows dots instead of the characters, without the browser's offer to keep a password. */
  readonly isHidden?: boolean;
  /** Formats at each key stroke, for example `formatZipInput`. */
  readonly format?: (typed: string) => string;
  /** The text of the form's value and back, where they differ. */
  readonly toText?: (value: unknown) => string;
  readonly toValue?: (text: string) => string | null;
}

/** A line or, with `rows`, several lines of text. */
export function FormTextField<Input extends FieldValues, Output>({
  control,
  name,
  type = 'text',
  autoComplete = 'off',
  rows = 1,
  ...props
}: FormTextFieldProps<Input, Output>) {
  const field = useField({ control, name });
  const { format, toText = textOf, toValue = textOf, isHidden = false } = props;
  return (
    <TextField
      fullWidth
      type={type}
      name={field.name}
      label={props.label}
      required={props.required ?? false}
      disabled={props.disabled ?? false}
      multiline={rows > 1}
      {...(rows > 1 && { minRows: rows })}
      value={toText(field.value)}
      onChange={({ target }) => field.setValue(toValue(format ? applyMask(target, format) : target.value))}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={field.error !== undefined}
      helperText={field.error ?? props.helperText}
      placeholder={props.placeholder}
      slotProps={{
        htmlInput: {
          autoComplete,
          maxLength: props.maxLength,
          inputMode: props.inputMode,
          readOnly: props.readOnly ?? false,
          ...props.range,
          // Turning the wheel over a number would change it unseen.
          ...(type === 'number' && {
            onWheel: ({ currentTarget }: WheelEvent<HTMLElement>) => currentTarget.blur(),
          }),
          ...(isHidden && { style: { WebkitTextSecurity: 'disc' } }),
        },
        input: { endAdornment: props.endAdornment },
        // A placeholder shows the format; it must not hide behind the label.
        inputLabel: props.placeholder === undefined ? {} : { shrink: true },
      }}
    />
  );
}
