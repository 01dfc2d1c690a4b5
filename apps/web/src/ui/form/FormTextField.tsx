import { TextField, useForkRef } from '@mui/material';
import { unfilledPlace } from '@portal/domain/shortcuts';
import type { HTMLInputAutoCompleteAttribute, ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { TextElement } from '#lib/insert-text.ts';
import { textOf, useField, type FieldProps } from './field.ts';
import { applyMask } from './mask.ts';
import { lengthProblem } from './text-limit.ts';
import { useWritingField } from './writing-field.ts';

export interface FormTextFieldProps<Input extends FieldValues, Output> extends FieldProps<Input, Output> {
  readonly type?: 'text' | 'email' | 'password' | 'tel';
  readonly placeholder?: string;
  readonly inputMode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email';
  /** Default "off", because the fields are about other people's data. */
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  /** Minimum number of visible lines; more than one makes a text area. */
  readonly rows?: number;
  readonly readOnly?: boolean;
  /** A text where one writes, with what is offered there (`useWritingField`). */
  readonly isWriting?: boolean;
  readonly endAdornment?: ReactNode;
  /** Masks the characters, without the browser's offer to save a password. */
  readonly isHidden?: boolean;
  /** Formats on every keystroke, for example `formatZipInput`. */
  readonly format?: (typed: string) => string;
  /** Convert the form value to text and back, if they differ. */
  readonly toText?: (value: unknown) => string;
  readonly toValue?: (text: string) => string | null;
  /** Replaces the error message for some values, to show how they are typed. */
  readonly explain?: (value: unknown) => string | undefined;
}

/** A single-line text field, or a multi-line one with `rows`. */
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
  const writing = useWritingField({
    label: props.label,
    isOn: props.isWriting === true && props.readOnly !== true && props.disabled !== true,
    lengthProblem: (text) => lengthProblem(control, name, text) ?? null,
  });
  const inputRef = useForkRef<TextElement>(field.ref, writing.ref);
  const text = toText(field.value);
  const place = props.isWriting === true ? unfilledPlace(text) : null;
  const error = field.error === undefined ? undefined : (props.explain?.(field.value) ?? field.error);
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
      value={text}
      onChange={({ target }) => field.setValue(toValue(format ? applyMask(target, format) : target.value))}
      onBlur={field.onBlur}
      inputRef={inputRef}
      error={error !== undefined}
      helperText={
        error ?? field.printProblem ?? (place === null ? props.helperText : `${place} was not filled in yet.`)
      }
      placeholder={props.placeholder}
      slotProps={{
        htmlInput: {
          autoComplete,
          inputMode: props.inputMode,
          readOnly: props.readOnly ?? false,
          ...(isHidden && { style: { WebkitTextSecurity: 'disc' } }),
        },
        input: { endAdornment: props.endAdornment ?? writing.button },
        // The label must not cover the placeholder, which shows the format.
        inputLabel: props.placeholder === undefined ? {} : { shrink: true },
      }}
    />
  );
}
