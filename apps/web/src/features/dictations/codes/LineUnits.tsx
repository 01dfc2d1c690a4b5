import { TextField } from '@mui/material';
import { MAX_UNITS, UNITS_PROBLEM, unitsText } from '@portal/domain/dictation/line-details';
import { useState } from 'react';
import { useInvalidInput } from './invalid-inputs.ts';

interface LineUnitsProps {
  /** The line for screen readers. */
  readonly name: string;
  /** Null while they are not known. */
  readonly units: number | null;
  readonly onChange: (units: number) => void;
}

/** The typed number of units, or null when it is not a whole number from 1 to 999. */
function unitsTyped(text: string): number | null {
  const units = /^\s*\d{1,5}\s*$/u.test(text) ? Number(text) : 0;
  return units >= 1 && units <= MAX_UNITS ? units : null;
}

/** The units of a code. Valid input applies on every keystroke, so a save never misses it. */
export function LineUnits({ name, units, onChange }: LineUnitsProps) {
  const [typed, setTyped] = useState<{ readonly text: string; readonly applied: number | null } | null>(null);
  const [isFocused, setFocused] = useState(false);
  // Drop the typed text when the units change automatically, with the dose.
  const text = typed?.applied === units ? typed.text : String(units ?? '');
  const isInvalid = unitsTyped(text) === null;
  const isUnknown = units === null && text === '';
  useInvalidInput(`Units of ${name}`, isInvalid && !isUnknown ? UNITS_PROBLEM : null);
  return (
    <TextField
      label="Units"
      value={text}
      onChange={({ target }) => {
        const applied = unitsTyped(target.value) ?? units;
        setTyped({ text: target.value, applied });
        if (applied !== null && applied !== units) onChange(applied);
      }}
      onFocus={() => setFocused(true)}
      onBlur={() => {
        setFocused(false);
        // Keep invalid text so the user can correct it.
        if (!isInvalid) setTyped(null);
      }}
      placeholder={unitsText(null)}
      error={isInvalid && !isFocused}
      helperText={isInvalid && !isFocused && !isUnknown ? UNITS_PROBLEM : null}
      sx={{ flex: '0 0 72px' }}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: {
          'aria-label': `Units of ${name}`,
          autoComplete: 'off',
          inputMode: 'numeric',
        },
      }}
    />
  );
}
