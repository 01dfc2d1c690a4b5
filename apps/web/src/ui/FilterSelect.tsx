import { MenuItem, TextField } from '@mui/material';
import { useId } from 'react';

export interface FilterOption<V extends string> {
  readonly value: V;
  readonly label: string;
}

interface FilterSelectProps<V extends string> {
  readonly label: string;
  /** `''` if the filter is not set. */
  readonly value: V | '';
  readonly options: readonly FilterOption<V>[];
  /** Default "All". */
  readonly allLabel?: string;
  readonly onChange: (value: V | '') => void;
}

/** A filter of a list: one of several values, or all. */
export function FilterSelect<V extends string>({
  label,
  value,
  options,
  allLabel = 'All',
  onChange,
}: FilterSelectProps<V>) {
  const id = useId();
  const chosen = options.find((option) => option.value === value);
  return (
    <TextField
      select
      id={id}
      label={label}
      value={chosen?.value ?? ''}
      onChange={({ target }) =>
        onChange(options.find((option) => option.value === target.value)?.value ?? '')
      }
      sx={{ minWidth: { xs: 'calc(50% - 6px)', sm: 136 }, flex: { xs: '1 1 40%', sm: '0 0 auto' } }}
      slotProps={{
        inputLabel: { shrink: true },
        select: { displayEmpty: true, renderValue: () => chosen?.label ?? allLabel },
      }}
    >
      <MenuItem value="">{allLabel}</MenuItem>
      {options.map((option) => (
        <MenuItem key={option.value} value={option.value}>
          {option.label}
        </MenuItem>
      ))}
    </TextField>
  );
}
