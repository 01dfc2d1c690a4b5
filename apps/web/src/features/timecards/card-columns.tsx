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
  {
    id: 'date',
    header: 'Date',
    kind: 'date',
    fold: { order: 3, into: 'employee' },
    render: ({ workDate }) => formatDateUs(workDate),
  },
  {
    id: 'clockIn',
    header: 'Clock In',
    kind: 'date',
    isLabeled: true,
    render: ({ clockInTime }) => times.time(clockInTime),
  },
  {
    id: 'clockOut',
    header: 'Clock Out',
    kind: 'date',
    width: 104,
    isLabeled: true,
    render: ({ workDate, clockOutTime }) =>
      clockOutTime === null ? '—' : endText(times, workDate, clockOutTime),
  },
  {
    id: 'lunch',
    header: 'Lunch',
    kind: 'phone',
    width: 216,
    isLabeled: true,
    fold: { order: 1, into: 'status' },
    render: (card) => lunchText(card, times),
  },
  {
    id: 'totalHours',
    header: 'Total Hours',
    kind: 'count',
    width: 112,
    align: 'right',
    isLabeled: true,
    render: ({ totalHours }) => formatHours(totalHours),
    caption: ({ hoursInRange }) =>
      hoursInRange === undefined ? null : `${formatHours(hoursInRange)} on these dates`,
  },
  {
    id: 'status',
    header: 'Status',
    kind: 'status',
    width: 180,
    render: (card) => <CardStatus card={card} />,
    caption: (card) => lastCorrection(card, times, onCorrections),
  },
  {
    id: 'notes',
    header: 'Notes',
    kind: 'text',
    fold: { order: 2, into: 'status' },
    render: ({ notes }) => notes,
  },
];

/** Complete or In Progress, with flags for problems. */
const CardStatus = ({ card }: { readonly card: Timecard }) => (
  <>
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
  </>
);

/** The text of the last correction, which opens all corrections of the card. */
function lastCorrection(card: Timecard, times: PracticeTimes, onCorrections: (card: Timecard) => void) {
  if (card.lastCorrection === null || times.practice === undefined) return null;
  return (
    <button
      type="button"
      className="list-link list-link-text list-link-button"
      onClick={() => onCorrections(card)}
    >
      {correctionText(card.lastCorrection, times.practice)}
    </button>
  );
}

function lunchText({ lunchStartTime, lunchEndTime, lunchDuration }: Timecard, times: PracticeTimes): string {
  if (lunchStartTime === null) return '—';
  if (lunchEndTime === null) return `since ${times.time(lunchStartTime)}`;
  return `${times.time(lunchStartTime)}–${times.time(lunchEndTime)} (${formatHours(lunchDuration ?? 0)})`;
}
