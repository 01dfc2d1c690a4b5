import CheckCircleOutlinedIcon from '@mui/icons-material/CheckCircleOutlined';
import CloudOffOutlinedIcon from '@mui/icons-material/CloudOffOutlined';
import { Stack, Typography } from '@mui/material';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { draftStatus } from './editor-machine.ts';
import { useEditorState, type DictationSave } from './use-dictation-save.ts';

interface AutosaveStatusProps {
  readonly save: Pick<DictationSave, 'state'>;
  /** When the dictation was last saved in this editor, in milliseconds since 1970. */
  readonly savedAt: number | null;
}

/** Autosave status. Screen readers announce only problems and saves, so typing is not interrupted. */
export function AutosaveStatus({ save, savedAt }: AutosaveStatusProps) {
  const times = usePracticeTimes();
  const draft = useEditorState(save, (state) => state.draft);
  const status = draftStatus(draft);
  const timeOf = (at: number) => times.time(new Date(at));
  const isSaved = status === 'idle' && savedAt !== null;
  const hasProblem = status === 'retrying' || status === 'rejected';
  return (
    <Stack
      direction="row"
      spacing={0.75}
      component="output"
      aria-live={hasProblem || isSaved ? 'polite' : 'off'}
      sx={{ alignItems: 'center', minHeight: 24, color: hasProblem ? 'warning.main' : 'text.secondary' }}
    >
      {hasProblem ? <CloudOffOutlinedIcon fontSize="small" /> : null}
      {status === 'saved' || isSaved ? <CheckCircleOutlinedIcon fontSize="small" color="success" /> : null}
      <Typography variant="body2" component="span">
        {isSaved ? `Draft saved ${timeOf(savedAt)}` : TEXTS[status]}
        {draft.phase === 'saved' ? timeOf(draft.at) : null}
        {draft.phase === 'rejected' ? draft.message : null}
      </Typography>
    </Stack>
  );
}

const TEXTS = {
  idle: '',
  waiting: 'Autosaving…',
  saved: 'All changes autosaved ',
  retrying: 'Not saved yet. Retrying…',
  rejected: 'Not saved: ',
  conflict: 'Edited elsewhere',
} as const;
