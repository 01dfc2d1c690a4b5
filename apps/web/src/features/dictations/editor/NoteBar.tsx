import PrintOutlinedIcon from '@mui/icons-material/PrintOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import type { ReactNode, RefObject } from 'react';
import type { FormProblem } from '#ui/form/field-errors.ts';
import { ProblemAlert } from '#ui/form/ProblemAlert.tsx';
import type { KeepState } from '../autosave/draft-keeper.ts';
import { KeepNote } from '../autosave/KeepNote.tsx';
import type { NoteButton, NoteButtons } from './use-note-buttons.tsx';

interface NoteBarProps {
  readonly buttons: NoteButtons;
  readonly keepState: KeepState;
  /** Error of the last attempt. Shown here so it is visible from anywhere in the form. */
  readonly problem: FormProblem | null;
  readonly attention: RefObject<HTMLDivElement | null>;
}

/** Sticky bar below the form with the autosave status and the action buttons. */
export function NoteBar({ buttons, keepState, problem, attention }: NoteBarProps) {
  const { saveDraft, preview, finish, finishNext, hint, isBusy, savedAt } = buttons;
  const hasText = keepState.phase !== 'idle' && keepState.phase !== 'elsewhere';
  return (
    <Box
      component="section"
      aria-label="Save"
      sx={{
        position: { sm: 'sticky' },
        bottom: 0,
        zIndex: 2,
        mt: 2,
        mx: { xs: -1.5, sm: -3 },
        mb: { xs: -2, sm: -3 },
        px: { xs: 1.5, sm: 3 },
        py: 1.25,
        borderTop: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
      }}
    >
      {problem === null ? null : (
        <Box sx={{ mb: 1.25, maxHeight: '30vh', overflowY: 'auto' }}>
          <ProblemAlert ref={attention} problem={problem} />
        </Box>
      )}
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
          <KeepNote state={keepState} savedAt={savedAt} />
          {hint === null ? null : (
            <Typography variant="body2" color="textSecondary">
              {hint}
            </Typography>
          )}
        </Box>
        {hasText ? (
          <Button color="error" disabled={isBusy} onClick={buttons.askDiscard}>
            Discard
          </Button>
        ) : null}
        <BarButton button={preview} isDisabled={isBusy} icon={<PrintOutlinedIcon />} />
        <BarButton button={saveDraft} isDisabled={isBusy} />
        {finishNext === null ? null : <BarButton button={finishNext} isDisabled={isBusy} />}
        <BarButton button={finish} isDisabled={isBusy} isMain />
      </Stack>
    </Box>
  );
}

interface BarButtonProps {
  readonly button: NoteButton;
  readonly isDisabled: boolean;
  readonly isMain?: boolean;
  readonly icon?: ReactNode;
}

function BarButton({ button, isDisabled, isMain = false, icon }: BarButtonProps) {
  const { label, keys, isBusy, isInert = false, run } = button;
  return (
    <Tooltip title={keys}>
      <span>
        <Button
          variant={isMain ? 'contained' : 'outlined'}
          loading={isBusy}
          disabled={isDisabled || isInert}
          startIcon={icon}
          onClick={run}
          aria-keyshortcuts={keys.replaceAll('Ctrl', 'Control')}
        >
          {label}
        </Button>
      </span>
    </Tooltip>
  );
}
