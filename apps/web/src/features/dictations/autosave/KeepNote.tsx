import CheckCircleOutlinedIcon from '@mui/icons-material/CheckCircleOutlined';
import CloudOffOutlinedIcon from '@mui/icons-material/CloudOffOutlined';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { formatDateTimeUs } from '@portal/domain/date';
import { usePractice } from '#lib/query/use-practice.ts';
import type { KeepState } from './draft-keeper.ts';

interface KeepNoteProps {
  readonly state: KeepState;
  /** When the dictation was last saved in this editor, in milliseconds since 1970. */
  readonly savedAt: number | null;
}

/** Autosave status. Screen readers announce only problems and saves, so typing is not interrupted. */
export function KeepNote({ state, savedAt }: KeepNoteProps) {
  const timeZone = usePractice().data?.timeZone;
  const { phase, keptAt, message } = state;
  const timeOf = (at: number | null) =>
    at === null ? '' : formatDateTimeUs(new Date(at), timeZone).slice(-5);
  const isSaved = phase === 'idle' && savedAt !== null;
  const hasProblem = phase === 'failing' || phase === 'refused';
  return (
    <Stack
      direction="row"
      spacing={0.75}
      component="output"
      aria-live={hasProblem || isSaved ? 'polite' : 'off'}
      sx={{ alignItems: 'center', minHeight: 24, color: hasProblem ? 'warning.main' : 'text.secondary' }}
    >
      {hasProblem ? <CloudOffOutlinedIcon fontSize="small" /> : null}
      {phase === 'kept' || isSaved ? <CheckCircleOutlinedIcon fontSize="small" color="success" /> : null}
      <Typography variant="body2" component="span">
        {isSaved ? `Draft saved ${timeOf(savedAt)}` : STATUS_TEXT[phase](timeOf(keptAt), message ?? '')}
      </Typography>
    </Stack>
  );
}

/** Status text for each phase. */
const STATUS_TEXT: Readonly<Record<KeepState['phase'], (time: string, message: string) => string>> = {
  idle: () => '',
  waiting: () => 'Autosaving…',
  kept: (time) => `All changes autosaved ${time}`,
  failing: () => 'Not saved yet. Retrying…',
  refused: (_time, message) => `Not saved: ${message}`,
  elsewhere: () => 'Edited elsewhere',
};
