import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import { timecardGet, type Timecard, type TimecardCorrection } from '@portal/contract/timecards';
import { useId } from 'react';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { usePracticeTimes, type PracticeTimes } from '#lib/query/use-practice-times.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { cardLabel } from './card-columns.tsx';
import { CARD_LABELS } from './card-form.ts';
import { MOMENTS } from '@portal/domain/timecard';

interface CorrectionsDialogProps {
  readonly card: Timecard;
  readonly onClose: () => void;
}

const FIELDS = [...MOMENTS, 'notes'] as const;

/** The corrections of a timecard, with author, reason, and the values before and after. */
export function CorrectionsDialog({ card, onClose }: CorrectionsDialogProps) {
  const times = usePracticeTimes();
  const titleId = useId();
  const query = useEndpointQuery(timecardGet, { params: { id: card.id } });
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={titleId} onClose={onClose}>
      <DialogTitle id={titleId}>
        Corrections of {card.userName}, {cardLabel(card, times)}
      </DialogTitle>
      <DialogContent>
        <RecordPart query={query} fallback="Failed to load timecard data">
          {({ corrections }) =>
            corrections.length === 0 ? (
              <EmptyState text="This timecard has not been corrected" />
            ) : (
              <Stack spacing={2.5}>
                {corrections.map((correction) => (
                  <Correction key={correction.id} correction={correction} times={times} />
                ))}
              </Stack>
            )
          }
        </RecordPart>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}

function Correction({
  correction,
  times,
}: {
  readonly correction: TimecardCorrection;
  readonly times: PracticeTimes;
}) {
  const { action, at, by, reason, oldValues, newValues } = correction;
  const text = (values: TimecardCorrection['oldValues'], field: (typeof FIELDS)[number]) => {
    const value = values?.[field] ?? null;
    if (value === null || value === '') return '—';
    return field === 'notes' ? value : times.dateTime(value);
  };
  const changed = FIELDS.filter((field) => oldValues?.[field] !== newValues?.[field]);
  return (
    <Box>
      <Typography>
        <strong>{action}</strong> by {by.firstName} {by.lastName} on {times.dateTime(at)}
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 1, whiteSpace: 'pre-wrap' }}>
        {reason}
      </Typography>
      {changed.length === 0 ? null : (
        <Table aria-label={`${action} on ${times.dateTime(at)}`}>
          <TableHead>
            <TableRow>
              <TableCell>Field</TableCell>
              <TableCell>Before</TableCell>
              <TableCell>After</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {changed.map((field) => (
              <TableRow key={field}>
                <TableCell component="th" scope="row">
                  {CARD_LABELS[field]}
                </TableCell>
                <TableCell>{text(oldValues, field)}</TableCell>
                <TableCell>{text(newValues, field)}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </Box>
  );
}
