import { Alert } from '@mui/material';
import { LONG_CARD_HOURS } from '@portal/domain/timecard';
import { StatusChip } from '#ui/StatusChip.tsx';

interface Marked {
  readonly isUnconfirmed?: boolean;
  readonly isOwnCorrection: boolean;
}

const UNCONFIRMED = `Timecards open over ${LONG_CARD_HOURS} hours count up to ${LONG_CARD_HOURS} hours, marked as unconfirmed, until they are corrected.`;
const OWN_CORRECTION =
  'Timecards that people corrected for themselves are marked as own corrections until another person confirms them. If somebody else can confirm them, the corrections count only from then on.';

/** Marks a row of a report: an overlong timecard that has not been corrected, or an own correction that nobody else has confirmed. */
export function ReportMarks({ isUnconfirmed = false, isOwnCorrection }: Marked) {
  return (
    <>
      {isUnconfirmed ? <StatusChip label={`Over ${LONG_CARD_HOURS} h, unconfirmed`} color="error" /> : null}
      {isOwnCorrection ? <StatusChip label="Own correction" color="warning" /> : null}
    </>
  );
}

/** Explains the marks above a report that contains them. */
export function MarksNotice({ rows }: { readonly rows: readonly Marked[] }) {
  const note = marksNote(rows);
  if (note === undefined) return null;
  return (
    <Alert severity="warning" sx={{ mb: 1.5 }}>
      {note}
    </Alert>
  );
}

/** The explanation of the marks that the rows have. */
export function marksNote(rows: readonly Marked[]): string | undefined {
  const notes = [
    ...(rows.some(({ isUnconfirmed }) => isUnconfirmed === true) ? [UNCONFIRMED] : []),
    ...(rows.some(({ isOwnCorrection }) => isOwnCorrection) ? [OWN_CORRECTION] : []),
  ];
  return notes.length === 0 ? undefined : notes.join(' ');
}
