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

/** A code of the note: what it is, which field and rule suggested it, its modifiers, and a way to remove it. */
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
            <strong>{code}</strong> {description === '' ? 'Not in the catalogue' : description}
          </Typography>
          <Typography variant="caption" color="textSecondary" component="p">
            {suggestion === null
              ? 'Added by hand'
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
              aria-label={`${side} instead of 50 on ${code}`}
            >
              {side} instead of 50
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

/** The modifiers of a code, typed with commas; taken over as soon as they are some, so that no save comes too early. */
function Modifiers({ code, modifiers, onChange }: ModifiersProps) {
  const [typed, setTyped] = useState<{ readonly text: string; readonly gives: string } | null>(null);
  const [isFocused, setFocused] = useState(false);
  // What is typed gives way when the modifiers change by themselves, with the side of the note.
  const text = typed?.gives === modifiers ? typed.text : splitModifiers(modifiers).join(', ');
  const problem = modifierProblem(text);
  return (
    <TextField
      label="Modifiers"
      value={text}
      onChange={({ target }) => {
        const isSound = modifierProblem(target.value) === null;
        const gives = isSound ? cleanModifiers(target.value) : modifiers;
        setTyped({ text: target.value, gives });
        if (gives !== modifiers) onChange(gives);
      }}
      onFocus={() => setFocused(true)}
      onBlur={() => {
        setFocused(false);
        // What cannot be right stays to be put right.
        if (problem === null) setTyped(null);
      }}
      error={problem !== null && !isFocused}
      helperText={isFocused ? null : problem}
      sx={{ flex: '0 0 108px' }}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: { 'aria-label': `Modifiers of ${code}`, autoComplete: 'off', maxLength: 30 },
      }}
    />
  );
}
