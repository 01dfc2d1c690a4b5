import AccessTimeOutlined from '@mui/icons-material/AccessTimeOutlined';
import Button from '@mui/material/Button';
import type { MyWork } from '@portal/contract/my-work';
import { formatActivityTime } from '@portal/domain/date';
import { LONG_CARD_HOURS } from '@portal/domain/timecard';
import { Link } from 'react-router';

type Clock = NonNullable<MyWork['clock']>;

interface ClockLinkProps {
  readonly clock: Clock;
  readonly timeZone: string | undefined;
}

/** Whether the user is clocked in, as a link to the timecard. */
export function ClockLink({ clock, timeZone }: ClockLinkProps) {
  return (
    <Button
      component={Link}
      to="/timecard"
      size="small"
      color={clock.isTooLong ? 'error' : 'primary'}
      startIcon={<AccessTimeOutlined />}
    >
      {clockText(clock, timeZone)}
    </Button>
  );
}

function clockText({ state, clockInTime, isTooLong }: Clock, timeZone: string | undefined): string {
  if (clockInTime === null) return 'Not clocked in';
  const since = formatActivityTime(clockInTime, timeZone);
  if (isTooLong) return `Clocked in since ${since}, over ${LONG_CARD_HOURS} hours`;
  return state === 'OnLunch' ? `On lunch break, clocked in since ${since}` : `Clocked in since ${since}`;
}
