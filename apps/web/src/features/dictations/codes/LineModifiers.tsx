import { TextField } from '@mui/material';
import { splitModifiers } from '@portal/domain/template/billing';
import { useState } from 'react';
import { cleanModifiers, modifierProblem } from './code-lines.ts';
import { useInvalidInput } from './invalid-inputs.ts';

interface LineModifiersProps {
  /** The line for screen readers. */
  readonly name: string;
  readonly modifiers: string;
  readonly onChange: (modifiers: string) => void;
}

/** The modifiers of a code, separated by commas. Valid input applies on every keystroke, so a save never misses it. */
export function LineModifiers({ name, modifiers, onChange }: LineModifiersProps) {
  const [typed, setTyped] = useState<{ readonly text: string; readonly applied: string } | null>(null);
  const [isFocused, setFocused] = useState(false);
  // Drop the typed text when the modifiers change automatically, for example with the side.
  const text = typed?.applied === modifiers ? typed.text : splitModifiers(modifiers).join(', ');
  const problem = modifierProblem(text);
  useInvalidInput(`Modifiers of ${name}`, problem);
  return (
    <TextField
      label="Modifiers"
      value={text}
      onChange={({ target }) => {
        const isValid = modifierProblem(target.value) === null;
        const applied = isValid ? cleanModifiers(target.value) : modifiers;
        setTyped({ text: target.value, applied });
        if (applied !== modifiers) onChange(applied);
      }}
      onFocus={() => setFocused(true)}
      onBlur={() => {
        setFocused(false);
        // Keep invalid text so the user can correct it.
        if (problem === null) setTyped(null);
      }}
      error={problem !== null && !isFocused}
      helperText={isFocused ? null : problem}
      sx={{ flex: '0 0 108px' }}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { 'aria-label': `Modifiers for ${name}`, autoComplete: 'off' },
      }}
    />
  );
}
