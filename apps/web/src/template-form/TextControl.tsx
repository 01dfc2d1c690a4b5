import { TextField, type TextFieldProps } from '@mui/material';
import { fieldLengthProblem } from '@portal/domain/template/field-length';
import { plainLine, plainNote } from '@portal/domain/text';
import type { ReactNode } from 'react';
import { useWritingField } from '#ui/form/writing-field.ts';
import { textOf, type ControlProps } from './control.ts';

interface TextControlProps extends ControlProps {
  /** Displayed text if it differs from the value. */
  readonly text?: string;
  readonly onChange?: TextFieldProps['onChange'];
  readonly onFocus?: () => void;
  readonly onBlur?: () => void;
  readonly placeholder?: string;
  readonly inputMode?: 'numeric';
  readonly endAdornment?: ReactNode;
}

/** A text input; multi-line for the type `textarea`. */
export function TextControl({ id, name, state, hasError, help, action, onValue, ...own }: TextControlProps) {
  const { field, value, isDisabled } = state;
  const { text = textOf(value), placeholder = field.placeholder } = own;
  const isArea = field.type === 'textarea';
  const writing = useWritingField({
    label: name ?? field.label,
    isOn: !isDisabled && (isArea || field.type === 'text'),
    lengthProblem: (longer) => fieldLengthProblem(field, longer),
  });
  return (
    <TextField
      id={id}
      fullWidth
      label={field.label}
      required={field.required}
      disabled={isDisabled}
      error={hasError}
      helperText={help}
      value={text}
      inputRef={writing.ref}
      onChange={
        own.onChange ??
        (({ target }) => onValue(isArea ? plainNote(target.value) : plainLine(plainNote(target.value))))
      }
      onFocus={own.onFocus}
      onBlur={own.onBlur}
      placeholder={placeholder}
      multiline={isArea}
      {...(isArea && { minRows: field.rows ?? 3 })}
      sx={READABLE}
      slotProps={{
        htmlInput: { autoComplete: 'off', inputMode: own.inputMode, 'aria-label': name },
        input: {
          endAdornment:
            action === null && writing.button === null ? (
              own.endAdornment
            ) : (
              <>
                {action}
                {own.endAdornment}
                {writing.button}
              </>
            ),
          sx: isArea ? { alignItems: 'flex-start' } : {},
        },
        inputLabel: placeholder === '' ? {} : { shrink: true },
        formHelperText: { component: 'div' },
      }}
    />
  );
}

/** Keeps the text of disabled fields readable. */
export const READABLE = {
  '& .MuiInputBase-root.Mui-disabled': { backgroundColor: 'action.hover' },
  '& .MuiInputBase-input.Mui-disabled': {
    color: 'text.primary',
    WebkitTextFillColor: 'var(--mui-palette-text-primary)',
    opacity: 1,
  },
  '& .MuiInputLabel-root.Mui-disabled': { color: 'text.secondary' },
};
