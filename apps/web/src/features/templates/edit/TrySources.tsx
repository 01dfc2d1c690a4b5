import { Box, Checkbox, FormControlLabel, TextField, Typography } from '@mui/material';
import { SOURCES, type SourceName } from '@portal/domain/template/sources';
import { valueTexts, type FieldValue } from '@portal/domain/template/value';
import { useId, useState } from 'react';
import type { TemplateFormState } from '#template-form/use-template-form.ts';
import { applyMask } from '#ui/form/mask.ts';
import { dateText, dateValue, formatDateInput } from '#ui/form/date-input.ts';

interface TrySourcesProps {
  /** Those that the template and its billing rules read. */
  readonly names: readonly SourceName[];
  readonly form: TemplateFormState;
}

/** What a note would find in the record, to try a template out with. */
export function TrySources({ names, form }: TrySourcesProps) {
  const id = useId();
  if (names.length === 0) return null;
  return (
    <Box component="section" aria-labelledby={id} sx={{ containerType: 'inline-size', mt: 3 }}>
      <Typography id={id} variant="h3" sx={{ mb: 1.5 }}>
        From the record
      </Typography>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          '@container (min-width: 560px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        {names.map((name) => {
          const setValue = (value: FieldValue | null) =>
            value === null ? form.reset(name) : form.setValue(name, value);
          const value = form.entered[name];
          return SOURCES[name].kind === 'flag' ? (
            <FormControlLabel
              key={name}
              label={SOURCES[name].label}
              control={
                <Checkbox
                  checked={value === 'true'}
                  onChange={(_event, isChecked) => setValue(isChecked ? 'true' : null)}
                />
              }
            />
          ) : (
            <SourceText key={name} name={name} value={value} onValue={setValue} />
          );
        })}
      </Box>
    </Box>
  );
}

interface SourceTextProps {
  readonly name: SourceName;
  readonly value: FieldValue | undefined;
  /** Null removes the value. */
  readonly onValue: (value: FieldValue | null) => void;
}

/** A text, a number, a date, or a list, whose items are on lines of their own. */
function SourceText({ name, value, onValue }: SourceTextProps) {
  const { label, kind } = SOURCES[name];
  // A line that was only begun is no item yet.
  const [typed, setTyped] = useState('');
  const isTyped = itemsOf(typed).join('\n') === valueTexts(value).join('\n');
  const shown =
    kind === 'list' ? (isTyped ? typed : valueTexts(value).join('\n')) : (valueTexts(value)[0] ?? '');
  const change = (text: string) => {
    setTyped(text);
    if (kind !== 'list') onValue(text === '' ? null : text);
    else onValue(itemsOf(text).length === 0 ? null : itemsOf(text));
  };
  if (kind === 'date')
    return (
      <TextField
        label={label}
        placeholder="MM/DD/YYYY"
        value={dateText(shown)}
        onChange={({ target }) => change(dateValue(applyMask(target, formatDateInput)))}
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
      />
    );
  return (
    <TextField
      label={label}
      value={shown}
      multiline={kind === 'list'}
      helperText={kind === 'list' ? 'One per line' : undefined}
      onChange={({ target }) => change(target.value)}
      slotProps={{ htmlInput: kind === 'number' ? { inputMode: 'decimal' } : {} }}
    />
  );
}

const itemsOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
