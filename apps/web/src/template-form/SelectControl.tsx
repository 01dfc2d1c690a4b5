import { TextField } from '@mui/material';
import { textOf, type ControlProps } from './control.ts';
import { READABLE } from './TextControl.tsx';

/** A native select, so that typing a letter selects an option without opening it. */
export function SelectControl({ id, name, state, hasError, help, onValue }: ControlProps) {
  const { field, options, isDisabled } = state;
  const value = textOf(state.value);
  const hasPlaceholder = field.placeholder !== '';
  return (
    <TextField
      id={id}
      select
      fullWidth
      label={field.label}
      required={field.required}
      disabled={isDisabled}
      error={hasError}
      helperText={help}
      value={value}
      onChange={({ target }) => onValue(target.value)}
      sx={READABLE}
      slotProps={{
        select: { native: true },
        htmlInput: { 'aria-label': name },
        inputLabel: hasPlaceholder || value !== '' ? { shrink: true } : { shrink: false },
        formHelperText: { component: 'div' },
      }}
    >
      <option value="">{field.placeholder}</option>
      {[...new Set(options)].map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </TextField>
  );
}
