import { InputAdornment, TextField } from '@mui/material';
import { isDateOnly } from '@portal/domain/date';
import { useState } from 'react';
import { CalendarButton } from './form/CalendarButton.tsx';
import { dateText, dateValue, formatDateInput } from './form/date-input.ts';
import { applyMask } from './form/mask.ts';
import { useFilterInput } from './use-filter-input.ts';

interface FilterDateProps {
  readonly label: string;
  /** YYYY-MM-DD, or `''` if the filter is not set. The input follows changes, such as Back. */
  readonly value: string;
  /** First and last selectable day of the calendar, YYYY-MM-DD. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  /** Error in combination with other values, for example an end before the start. */
  readonly error?: string | undefined;
  /** Called with a complete date or `''`, never with a partial date. */
  readonly onChange: (date: string) => void;
}

/** A date filter of a list: typed as MM/DD/YYYY or picked from a calendar. Shows an invalid date as an error on blur. */
export function FilterDate({ label, value, min, max, error, onChange }: FilterDateProps) {
  const { typed, setTyped, current, noteSent, forgetSent } = useFilterInput(value);
  const [isBlurred, setBlurred] = useState(true);
  const change = (next: string) => {
    setTyped(next);
    if (next === current || (next !== '' && !isDateOnly(next))) return;
    noteSent(next);
    onChange(next);
  };
  const isInvalid = isBlurred && typed !== '' && !isDateOnly(typed);
  const help = isInvalid ? 'Enter a date as MM/DD/YYYY' : error;
  return (
    <TextField
      label={label}
      value={dateText(typed)}
      onChange={({ target }) => change(dateValue(applyMask(target, formatDateInput)))}
      onFocus={() => {
        setBlurred(false);
        forgetSent();
      }}
      onBlur={() => setBlurred(true)}
      error={help !== undefined}
      helperText={help}
      placeholder="MM/DD/YYYY"
      sx={{ width: { xs: 'calc(50% - 6px)', sm: 156 }, flex: { xs: '1 1 40%', sm: '0 0 auto' } }}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { inputMode: 'numeric', autoComplete: 'off' },
        input: {
          endAdornment: (
            <InputAdornment position="end">
              <CalendarButton
                label={`Choose ${label}`}
                value={isDateOnly(typed) ? typed : ''}
                min={min}
                max={max}
                disabled={false}
                onChange={change}
              />
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
