import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { splitModifiers } from '@portal/domain/template/billing';
import type { Suggestions } from '@portal/domain/template/billing';
import { useState } from 'react';
import {
  cleanModifiers,
  modifierProblem,
  openModifiers,
  reasonText,
  sideInsteadOf50,
  suggestionOf,
} from './code-lines.ts';
import type { CodeLine } from './code-lines.ts';

interface CodeRowProps {
  readonly line: CodeLine;
  readonly suggestions: Suggestions;
  readonly onModifiers: (modifiers: string) => void;
  readonly onRemove: () => void;
}

/** A code on the dictation: description, the field and rule that suggested it, modifiers, and a remove button. */
export function CodeRow({ line, suggestions, onModifiers, onRemove }: CodeRowProps) {
  const { code, description, codeType, modifiers } = line;
  const all = splitModifiers(modifiers);
  const suggestion = suggestionOf(line, suggestions);
  const open = openModifiers(line, suggestions);
  const applied = suggestion?.suggestedModifiers.filter(({ modifier }) => all.includes(modifier)) ?? [];
  const side = sideInsteadOf50(line, suggestions);
  return (
    <Box component="li" sx={{ py: 1, borderTop: 1, borderColor: 'divider' }}>
      <Stack direction="row" spacing={1} sx={{ alignItems: 'flex-start' }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography sx={{ overflowWrap: 'anywhere' }}>
            <strong>{code}</strong> {description === '' ? 'Not in the catalog' : description}
          </Typography>
          <Typography variant="caption" color="textSecondary" component="p">
            {suggestion === null
              ? 'Added manually'
              : `Suggested by ${suggestion.reasons.map(reasonText).join('; ')}`}
          </Typography>
          {applied.map(({ modifier, reason }) => (
            <Typography key={modifier} variant="caption" color="textSecondary" component="p">
              {modifier}: {reasonText(reason)}
            </Typography>
          ))}
        </Box>
        {codeType === 'CPT' ? <Modifiers code={code} modifiers={modifiers} onChange={onModifiers} /> : null}
        <Tooltip title="Remove">
          <IconButton size="small" aria-label={`Remove ${code}`} onClick={onRemove} sx={{ mt: 0.25 }}>
            <CloseIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      </Stack>
      {open.length === 0 && side === null ? null : (
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5, mt: 0.5 }}>
          {open.map(({ modifier, reason }) => (
            <Button
              key={modifier}
              size="small"
              onClick={() => onModifiers(cleanModifiers(`${modifiers},${modifier}`))}
              aria-label={`Add modifier ${modifier} to ${code}`}
            >
              Add {modifier} ({reasonText(reason)})
            </Button>
          ))}
          {side === null ? null : (
            <Button
              size="small"
              onClick={() =>
                onModifiers(cleanModifiers(all.map((one) => (one === '50' ? side : one)).join()))
              }
              aria-label={`Use ${side} instead of 50 on ${code}`}
            >
              Use {side} instead of 50
            </Button>
          )}
        </Stack>
      )}
    </Box>
  );
}

interface ModifiersProps {
  readonly code: string;
  readonly modifiers: string;
  readonly onChange: (modifiers: string) => void;
}

/** The modifiers of a code, separated by commas. Valid input applies on every keystroke, so a save never misses it. */
function Modifiers({ code, modifiers, onChange }: ModifiersProps) {
  const [typed, setTyped] = useState<{ readonly text: string; readonly applied: string } | null>(null);
  const [isFocused, setFocused] = useState(false);
  // Drop the typed text when the modifiers change automatically, for example with the side.
  const text = typed?.applied === modifiers ? typed.text : splitModifiers(modifiers).join(', ');
  const problem = modifierProblem(text);
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
        htmlInput: { 'aria-label': `Modifiers for ${code}`, autoComplete: 'off', maxLength: 30 },
      }}
    />
  );
}
