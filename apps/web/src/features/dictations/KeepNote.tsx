import CheckCircleOutlinedIcon from '@mui/icons-material/CheckCircleOutlined';
import CloudOffOutlinedIcon from '@mui/icons-material/CloudOffOutlined';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { formatDateTimeUs } from '@portal/domain/date';
import { usePractice } from '#lib/query/use-practice.ts';
import type { KeepState } from './draft-keeper.ts';

interface KeepNoteProps {
  readonly state: KeepState;
  /** When the note was saved here last, in milliseconds since 1970. */
  readonly savedAt: number | null;
}

/** Whether what is typed is safe. Only trouble and saves are spoken: all else would interrupt the writer. */
export function KeepNote({ state, savedAt }: KeepNoteProps) {
  const timeZone = usePractice().data?.timeZone;
  const { phase, keptAt, message } = state;
  const timeOf = (at: number | null) =>
    at === null ? '' : formatDateTimeUs(new Date(at), timeZone).slice(-5);
  const isSaved = phase === 'idle' && savedAt !== null;
  const isTrouble = phase === 'failing' || phase === 'refused';
  return (
    <Stack
      direction="row"
      spacing={0.75}
      component="output"
      aria-live={isTrouble || isSaved ? 'polite' : 'off'}
      sx={{ alignItems: 'center', minHeight: 24, color: isTrouble ? 'warning.main' : 'text.secondary' }}
    >
      {isTrouble ? <CloudOffOutlinedIcon fontSize="small" /> : null}
      {phase === 'kept' || isSaved ? <CheckCircleOutlinedIcon fontSize="small" color="success" /> : null}
      <Typography variant="body2" component="span">
        {isSaved ? `Draft saved ${timeOf(savedAt)}` : WORDS[phase](timeOf(keptAt), message ?? '')}
      </Typography>
    </Stack>
  );
}

/** What each phase says. */
const WORDS: Readonly<Record<KeepState['phase'], (time: string, message: string) => string>> = {
  idle: () => '',
  waiting: () => 'Keeping your changes…',
  kept: (time) => `All changes kept ${time}`,
  failing: () => 'Not saved yet – trying again',
  refused: (_time, message) => `Not kept: ${message}`,
  elsewhere: () => 'Written elsewhere',
};
