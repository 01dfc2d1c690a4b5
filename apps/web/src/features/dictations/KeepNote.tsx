import CheckCircleOutlinedIcon from '@mui/icons-material/CheckCircleOutlined';
import CloudOffOutlinedIcon from '@mui/icons-material/CloudOffOutlined';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { formatDateTimeUs } from '@portal/domain/date';
import { usePractice } from '#lib/query/use-practice.ts';
import type { KeepState } from './draft-keeper.ts';

/** Whether what is typed is safe (decisions 61). Only trouble is spoken: all else would interrupt the writer at every pause. */
export function KeepNote({ state }: { readonly state: KeepState }) {
  const timeZone = usePractice().data?.timeZone;
  const { phase, keptAt, message } = state;
  const time = keptAt === null ? '' : formatDateTimeUs(new Date(keptAt), timeZone).slice(-5);
  const isTrouble = phase === 'failing' || phase === 'refused';
  return (
    <Stack
      direction="row"
      spacing={0.75}
      component="output"
      aria-live={isTrouble ? 'polite' : 'off'}
      sx={{ alignItems: 'center', minHeight: 24, color: isTrouble ? 'warning.main' : 'text.secondary' }}
    >
      {isTrouble ? <CloudOffOutlinedIcon fontSize="small" /> : null}
      {phase === 'kept' ? <CheckCircleOutlinedIcon fontSize="small" color="success" /> : null}
      <Typography variant="body2" component="span">
        {wordsOf(phase, time, message)}
      </Typography>
    </Stack>
  );
}

function wordsOf(phase: KeepState['phase'], time: string, message: string | null): string {
  switch (phase) {
    case 'idle':
      return '';
    case 'waiting':
      return 'Keeping your changes…';
    case 'kept':
      return `All changes kept ${time}`;
    case 'failing':
      return 'Not saved yet – trying again';
    case 'refused':
      return `Not kept: ${message ?? ''}`;
    case 'elsewhere':
      return 'Written elsewhere';
  }
}
