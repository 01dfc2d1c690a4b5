import { Alert, Box, Button, DialogActions, MenuItem, Stack, TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { FormDialog } from '#ui/FormDialog.tsx';
import type { RenameChoice } from './rename-choices.ts';

interface ReferencesDialogProps {
  readonly choices: readonly RenameChoice[];
  /** Called with a new name or "" for each choice, or null to keep editing. */
  readonly onAnswer: (chosen: readonly string[] | null) => void;
}

/** Asks what rules, defaults and test cases follow that point to renamed or removed fields and options. */
export function ReferencesDialog({ choices, onAnswer }: ReferencesDialogProps) {
  const [chosen, setChosen] = useState<readonly string[]>(() => choices.map(({ likely }) => likely));
  const left = choices.filter((_choice, at) => chosen[at] === '').length;
  return (
    <FormDialog title="Fields or options were renamed or removed" size="md" onClose={() => onAnswer(null)}>
      <Stack sx={{ gap: 2.5 }}>
        <Typography>
          Rules, defaults or test cases point to them. Choose the new name that they follow; they are changed
          when the template is saved.
        </Typography>
        {choices.map(({ title, messages, target, options }, at) => (
          <Box key={title} component="section" aria-label={title}>
            <Typography variant="h3" sx={{ mb: 0.5, overflowWrap: 'anywhere' }}>
              {title}
            </Typography>
            <Box component="ul" sx={{ m: 0, mb: target === null ? 0 : 1.5, pl: 2.5 }}>
              {messages.map((message) => (
                <Typography key={message} component="li" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                  {message}
                </Typography>
              ))}
            </Box>
            {target === null ? null : (
              <TextField
                select
                fullWidth
                label="New name"
                value={chosen[at] ?? ''}
                onChange={({ target: input }) => setChosen(chosen.with(at, input.value))}
                slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
              >
                <MenuItem value="">None: leave them as they are</MenuItem>
                {options.map(({ value, label }) => (
                  <MenuItem key={value} value={value}>
                    {label}
                  </MenuItem>
                ))}
              </TextField>
            )}
          </Box>
        ))}
        {left === 0 ? null : (
          <Alert severity="warning">
            What is left as it is has no effect: rules suggest no codes and no units. They are marked below
            the template, and dictations say so before they are signed. This is recorded in the audit log.
          </Alert>
        )}
      </Stack>
      <DialogActions sx={{ px: 0, pb: 0, pt: 2 }}>
        <Button onClick={() => onAnswer(null)}>Keep editing</Button>
        <Button
          variant="contained"
          color={left === 0 ? 'primary' : 'warning'}
          onClick={() => onAnswer(chosen)}
        >
          {left === 0 ? 'Change them and save' : 'Save anyway'}
        </Button>
      </DialogActions>
    </FormDialog>
  );
}
