import { Box, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import type { AuditDetail } from '@portal/contract/audit';
import { useId } from 'react';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import type { EntityNames } from './entity-labels.ts';
import { shownChanges, type ShownChange } from './shown-changes.ts';

interface AuditChangesProps {
  readonly before: AuditDetail['oldValues'];
  readonly after: AuditDetail['newValues'];
  readonly names: EntityNames;
}

/** The changed fields with old and new values side by side. Sensitive values are masked. */
export function AuditChanges({ before, after, names }: AuditChangesProps) {
  const titleId = useId();
  const times = usePracticeTimes();
  const changes = shownChanges(before, after, times, names);
  return (
    <Box component="section" aria-labelledby={titleId} sx={{ mt: 3 }}>
      <Typography id={titleId} variant="h2" sx={{ mb: 1 }}>
        {before === null && after !== null ? 'Values' : 'Changes'}
      </Typography>
      {changes.length === 0 ? (
        <Typography color="textSecondary">No values recorded.</Typography>
      ) : (
        <Table aria-labelledby={titleId} sx={{ tableLayout: 'fixed' }}>
          <TableHead>
            <TableRow>
              <TableCell sx={{ ...cellSx, width: '28%' }}>Field</TableCell>
              <TableCell sx={cellSx}>Old Value</TableCell>
              <TableCell sx={cellSx}>New Value</TableCell>
            </TableRow>
          </TableHead>
          <TableBody translate="no">
            {changes.map((change) => (
              <TableRow key={change.field}>
                <TableCell component="th" scope="row" sx={{ ...cellSx, fontWeight: 600 }}>
                  {change.label}
                </TableCell>
                <ValueCell change={change} value={change.before} />
                <ValueCell change={change} value={change.after} />
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </Box>
  );
}

const cellSx = { px: 1, verticalAlign: 'top', overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' };

function ValueCell({ change, value }: { readonly change: ShownChange; readonly value: string | null }) {
  return (
    <TableCell sx={cellSx}>
      {value === null ? (
        <Typography variant="inherit" component="span" color="textSecondary">
          —
        </Typography>
      ) : (
        value
      )}
      {value !== null && change.isMasked ? (
        <Typography variant="caption" color="textSecondary" sx={{ display: 'block' }}>
          Masked
        </Typography>
      ) : null}
    </TableCell>
  );
}
