import { TextField } from '@mui/material';
import { useId } from 'react';
import type { Choice } from './use-choices.ts';

interface NativeSelectProps<Value extends string> {
  readonly label: string;
  readonly value: Value | '';
  readonly options: readonly Choice<Value>[] | undefined;
  /** Label for the current value when it is no longer among the options. */
  readonly stored?: string;
  readonly isRequired?: boolean;
  readonly isReadOnly?: boolean;
  readonly hint?: string | null;
  readonly onChange: (choice: Choice<Value>) => void;
}

/** A native select: typing the first letter selects an option without opening the list. */
export function NativeSelect<Value extends string>({
  label,
  value,
  options = [],
  stored = '',
  isRequired = false,
  isReadOnly = false,
  hint = null,
  onChange,
}: NativeSelectProps<Value>) {
  const id = useId();
  return (
    <TextField
      select
      fullWidth
      required={isRequired}
      id={id}
      label={label}
      value={value}
      disabled={isReadOnly}
      helperText={hint}
      onChange={({ target }) => {
        const choice = options.find((option) => option.value === target.value);
        if (choice !== undefined) onChange(choice);
      }}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      {value === '' ? <option value="">Choose…</option> : null}
      {value === '' || options.some((option) => option.value === value) ? null : (
        <option value={value}>{stored}</option>
      )}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </TextField>
  );
}
