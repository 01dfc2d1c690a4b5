import FreeBreakfastOutlined from '@mui/icons-material/FreeBreakfastOutlined';
import LoginOutlined from '@mui/icons-material/LoginOutlined';
import LogoutOutlined from '@mui/icons-material/LogoutOutlined';
import WorkOutlineOutlined from '@mui/icons-material/WorkOutlineOutlined';
import { Button, Stack } from '@mui/material';
import {
  timecardClockOut,
  timecardLunchEnd,
  timecardLunchStart,
  type Timecard,
} from '@portal/contract/timecards';
import { clockState } from '@portal/domain/timecard';
import { useState } from 'react';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { useLastValue } from '#ui/use-last-value.ts';
import { ClockInDialog } from './ClockInDialog.tsx';
import { useRefreshOnConflict } from './use-refresh-on-conflict.ts';

type Action = 'clockIn' | 'clockOut' | 'lunchStart' | 'lunchEnd';

interface ClockButtonsProps {
  readonly card: Timecard | null;
  /** ID of the text that explains why Clock Out is disabled during lunch. */
  readonly warningId: string;
}

/** The buttons for the current clock state; each one asks for confirmation. Lunch can be taken only once per card. */
export function ClockButtons({ card, warningId }: ClockButtonsProps) {
  const [asked, ask] = useState<Action | null>(null);
  const shown = useLastValue(asked);
  const close = () => ask(null);
  const state = clockState(card);
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ flexWrap: 'wrap', gap: 1.5 }}>
      {state === 'NotClockedIn' ? (
        <Button variant="contained" size="large" startIcon={<LoginOutlined />} onClick={() => ask('clockIn')}>
          Clock In
        </Button>
      ) : (
        <Button
          variant={state === 'OnLunch' ? 'outlined' : 'contained'}
          size="large"
          startIcon={<LogoutOutlined />}
          disabled={state === 'OnLunch'}
          {...(state === 'OnLunch' && { 'aria-describedby': warningId })}
          onClick={() => ask('clockOut')}
        >
          Clock Out
        </Button>
      )}
      {state === 'ClockedIn' ? (
        <Button
          variant="outlined"
          size="large"
          startIcon={<FreeBreakfastOutlined />}
          onClick={() => ask('lunchStart')}
        >
          Start Lunch
        </Button>
      ) : null}
      {state === 'OnLunch' ? (
        <Button
          variant="contained"
          size="large"
          startIcon={<WorkOutlineOutlined />}
          onClick={() => ask('lunchEnd')}
        >
          End Lunch
        </Button>
      ) : null}
      {asked === 'clockIn' ? <ClockInDialog onClose={close} /> : null}
      {shown === null || shown === 'clockIn' ? null : (
        <TransitionDialog action={shown} card={card} open={asked !== null} onClose={close} />
      )}
    </Stack>
  );
}

const TRANSITIONS = {
  clockOut: {
    endpoint: timecardClockOut,
    title: 'Clock out?',
    text: 'Your working time ends now.',
    confirmLabel: 'Clock Out',
    done: 'Successfully clocked out!',
    errorFallback: 'Failed to clock out',
  },
  lunchStart: {
    endpoint: timecardLunchStart,
    title: 'Start lunch?',
    text: 'Your lunch break starts now. You can take one lunch break per timecard.',
    confirmLabel: 'Start Lunch',
    done: 'Lunch break started!',
    errorFallback: 'Failed to start lunch',
  },
  lunchEnd: {
    endpoint: timecardLunchEnd,
    title: 'End lunch?',
    text: 'Your working time resumes now. You cannot start lunch again.',
    confirmLabel: 'End Lunch',
    done: 'Lunch break ended!',
    errorFallback: 'Failed to end lunch',
  },
} as const;

interface TransitionDialogProps {
  readonly action: keyof typeof TRANSITIONS;
  readonly card: Timecard | null;
  readonly open: boolean;
  readonly onClose: () => void;
}

function TransitionDialog({ action, card, open, onClose }: TransitionDialogProps) {
  const { endpoint, done, text, ...words } = TRANSITIONS[action];
  const change = useEndpointMutation(endpoint, useRefreshOnConflict());
  const isLunchMissing = action === 'clockOut' && card?.lunchDue === true;
  return (
    <ConfirmDialog
      {...words}
      text={
        isLunchMissing ? `${text} Your schedule requires a lunch break, and you have not taken one.` : text
      }
      open={open}
      onConfirm={async () => {
        if (card === null) throw new Error('No active timecard');
        await change.mutateAsync({ params: { id: card.id } });
        return done;
      }}
      onClose={onClose}
    />
  );
}
