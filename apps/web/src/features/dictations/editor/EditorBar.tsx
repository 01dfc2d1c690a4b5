import PrintOutlinedIcon from '@mui/icons-material/PrintOutlined';
import { Box, Button, Stack, Tooltip, Typography } from '@mui/material';
import type { CheckFinding } from '@portal/contract/signing-checks';
import type { ReactNode, RefObject } from 'react';
import { ProblemAlert } from '#ui/form/ProblemAlert.tsx';
import { AutosaveStatus } from '../save/AutosaveStatus.tsx';
import type { DraftStatus, EditorProblem } from '../save/editor-machine.ts';
import type { DictationSave } from '../save/use-dictation-save.ts';
import { FindingsButton } from '../signing/FindingsButton.tsx';
import type { EditorActions, EditorButton } from './use-editor-actions.ts';

interface EditorBarProps {
  readonly actions: EditorActions;
  /** What to look at before signing. */
  readonly findings: readonly CheckFinding[];
  readonly onGoTo: (finding: CheckFinding) => void;
  readonly save: DictationSave;
  readonly status: DraftStatus;
  /** Shown here so it is visible from anywhere in the form. */
  readonly problem: EditorProblem | null;
  readonly problemRef: RefObject<HTMLDivElement | null>;
}

/** Sticky bar below the form with the autosave status and the action buttons. */
export function EditorBar({ actions, findings, onGoTo, save, status, problem, problemRef }: EditorBarProps) {
  const { saveDraft, preview, finish, finishNext, hint, isBusy, savedAt } = actions;
  return (
    <Box
      component="section"
      aria-label="Save"
      data-sticks
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
          <ProblemAlert ref={problemRef} problem={problem} />
        </Box>
      )}
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
          <AutosaveStatus save={save} savedAt={savedAt} />
          {hint === null ? null : (
            <Typography variant="body2" color="textSecondary">
              {hint}
            </Typography>
          )}
        </Box>
        {status === 'idle' || status === 'conflict' ? null : (
          <Button color="error" disabled={isBusy} onClick={() => actions.ask({ kind: 'discard' })}>
            Discard
          </Button>
        )}
        <FindingsButton findings={findings} onGoTo={onGoTo} />
        <BarButton button={preview} isDisabled={isBusy} icon={<PrintOutlinedIcon />} />
        <BarButton button={saveDraft} isDisabled={isBusy} />
        {finishNext === null ? null : <BarButton button={finishNext} isDisabled={isBusy} />}
        <BarButton button={finish} isDisabled={isBusy} isMain />
      </Stack>
    </Box>
  );
}

interface BarButtonProps {
  readonly button: EditorButton;
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
