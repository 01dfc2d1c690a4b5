import AccessTimeOutlined from '@mui/icons-material/AccessTimeOutlined';
import { Button } from '@mui/material';
import type { MyWork } from '@portal/contract/my-work';
import { LONG_CARD_HOURS } from '@portal/domain/timecard';
import { Link } from 'react-router';
import { usePracticeTimes, type PracticeTimes } from '#lib/query/use-practice-times.ts';

type Clock = NonNullable<MyWork['clock']>;

/** Whether the user is clocked in, as a link to the timecard. */
export function ClockLink({ clock }: { readonly clock: Clock }) {
  const times = usePracticeTimes();
  return (
    <Button
      component={Link}
      to="/timecard"
      size="small"
      color={clock.isTooLong ? 'error' : 'primary'}
      startIcon={<AccessTimeOutlined />}
    >
      {clockText(clock, times)}
    </Button>
  );
}

function clockText({ state, clockInTime, isTooLong }: Clock, times: PracticeTimes): string {
  if (clockInTime === null) return 'Not clocked in';
  const since = times.activity(clockInTime);
  if (isTooLong) return `Clocked in since ${since}, over ${LONG_CARD_HOURS} hours`;
  return state === 'OnLunch' ? `On lunch break, clocked in since ${since}` : `Clocked in since ${since}`;
}
