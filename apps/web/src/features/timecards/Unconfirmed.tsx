import Alert from '@mui/material/Alert';
import { LONG_CARD_HOURS } from '@portal/domain/timecard';
import { StatusChip } from '#ui/StatusChip.tsx';

type Rows = readonly { readonly isUnconfirmed: boolean }[];

const NOTE = `Timecards open over ${LONG_CARD_HOURS} hours count up to ${LONG_CARD_HOURS} hours, marked as unconfirmed, until they are corrected.`;

/** Marks an employee whose hours include an overlong card that has not been corrected. */
export function UnconfirmedChip() {
  return <StatusChip label={`Over ${LONG_CARD_HOURS} h, unconfirmed`} color="error" />;
}

/** Explains the mark above a report that contains it. */
export function UnconfirmedNotice({ rows }: { readonly rows: Rows }) {
  const note = unconfirmedNote(rows);
  if (note === undefined) return null;
  return (
    <Alert severity="warning" sx={{ mb: 1.5 }}>
      {note}
    </Alert>
  );
}

/** The explanation of unconfirmed hours, if a row has them. */
export const unconfirmedNote = (rows: Rows): string | undefined =>
  rows.some(({ isUnconfirmed }) => isUnconfirmed) ? NOTE : undefined;
