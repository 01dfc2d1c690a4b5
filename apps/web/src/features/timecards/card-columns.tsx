import { Box, Link, Stack, Typography } from '@mui/material';
import type { ListedTimecard, Timecard } from '@portal/contract/timecards';
import { formatDateUs } from '@portal/domain/date';
import { correctionText, LONG_CARD_HOURS } from '@portal/domain/timecard';
import { formatHours } from '@portal/domain/work-time';
import type { PracticeTimes } from '#lib/query/use-practice-times.ts';
import type { Column } from '#ui/DataTable.tsx';
import { StatusChip } from '#ui/StatusChip.tsx';
import { ReportMarks } from './reports/ReportMarks.tsx';
import { endText } from './time-format.ts';

/** The label of a card, for example "11/21/2026 8:00 AM". */
export const cardLabel = ({ workDate, clockInTime }: Timecard, times: PracticeTimes): string =>
  `${formatDateUs(workDate)} ${times.time(clockInTime)}`;

/** The columns of the history. The text of the last correction opens all corrections of the card. */
export const cardColumns = (
  times: PracticeTimes,
  onCorrections: (card: Timecard) => void,
): readonly Column<ListedTimecard, never>[] => [
  { id: 'date', header: 'Date', render: ({ workDate }) => formatDateUs(workDate) },
  { id: 'clockIn', header: 'Clock In', render: ({ clockInTime }) => times.time(clockInTime) },
  {
    id: 'clockOut',
    header: 'Clock Out',
    render: ({ workDate, clockOutTime }) =>
      clockOutTime === null ? '—' : endText(times, workDate, clockOutTime),
  },
  { id: 'lunch', header: 'Lunch', render: (card) => lunchText(card, times) },
  {
    id: 'totalHours',
    header: 'Total Hours',
    align: 'right',
    render: ({ totalHours, hoursInRange }) => (
      <>
        {formatHours(totalHours)}
        {hoursInRange === undefined ? null : (
          <Box>
            <StatusChip label={`${formatHours(hoursInRange)} on these dates`} color="info" />
          </Box>
        )}
      </>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    render: (card) => <CardStatus card={card} times={times} onCorrections={onCorrections} />,
  },
  { id: 'notes', header: 'Notes', render: ({ notes }) => notes },
];

interface CardStatusProps {
  readonly card: Timecard;
  readonly times: PracticeTimes;
  readonly onCorrections: (card: Timecard) => void;
}

/** Complete or In Progress, with flags for problems. */
function CardStatus({ card, times, onCorrections }: CardStatusProps) {
  const { lastCorrection } = card;
  return (
    <>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5 }}>
        <StatusChip
          label={card.isComplete ? 'Complete' : 'In Progress'}
          color={card.isComplete ? 'success' : 'info'}
        />
        {card.isTooLong ? <StatusChip label={`Over ${LONG_CARD_HOURS} h`} color="error" /> : null}
        {card.isUnconfirmed ? <StatusChip label="Unconfirmed" color="error" /> : null}
        {card.lunchMissing ? <StatusChip label="No lunch" color="warning" /> : null}
        {card.isCorrected && card.proposedTimes === null ? <StatusChip label="Corrected" /> : null}
        <ReportMarks isOwnCorrection={card.isOwnCorrection} />
        {card.proposedTimes === null ? null : <StatusChip label="Not counted yet" color="warning" />}
      </Stack>
      {lastCorrection === null ? null : (
        <Typography variant="body2" sx={{ my: 0.5, maxWidth: 420, overflowWrap: 'anywhere' }}>
          <Link component="button" type="button" align="left" onClick={() => onCorrections(card)}>
            {times.practice === undefined ? '' : correctionText(lastCorrection, times.practice)}
          </Link>
        </Typography>
      )}
    </>
  );
}

function lunchText({ lunchStartTime, lunchEndTime, lunchDuration }: Timecard, times: PracticeTimes): string {
  if (lunchStartTime === null) return '—';
  if (lunchEndTime === null) return `since ${times.time(lunchStartTime)}`;
  return `${times.time(lunchStartTime)}–${times.time(lunchEndTime)} (${formatHours(lunchDuration ?? 0)})`;
}
