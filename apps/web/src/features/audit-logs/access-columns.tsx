import { Box, Link, Stack, Typography } from '@mui/material';
import type { AuditEntry } from '@portal/contract/audit';
import { auditLabel } from '@portal/domain/audit-log';
import { Link as RouterLink } from 'react-router';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import type { Column } from '#ui/DataTable.tsx';
import type { AccessGroup } from './access-groups.ts';
import { ActionChip } from './ActionChip.tsx';
import { userText } from './entity-labels.ts';

/** The columns of the Access tab. */
export const ACCESS_COLUMNS: readonly Column<AccessGroup, never>[] = [
  { id: 'when', header: 'When', render: (group) => <When {...group} /> },
  { id: 'who', header: 'Who', render: ({ entry }) => userText(entry) },
  {
    id: 'what',
    header: 'What',
    render: ({ entry, count }) => (
      <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 1 }}>
        <ActionChip action={entry.action} />
        <span>{whatText(entry)}</span>
        {count === 1 ? null : (
          <Typography component="span" variant="body2" color="textSecondary">
            {count} times
          </Typography>
        )}
      </Stack>
    ),
  },
  {
    id: 'where',
    header: 'IP Address',
    render: ({ addresses }) => (addresses.length === 0 ? '—' : addresses.join(', ')),
  },
  {
    id: 'reason',
    header: 'Reason',
    hideBelow: 'md',
    render: ({ entry }) => entry.reasonForAccess ?? '—',
  },
];

/** The part of the record that was accessed. */
function whatText({ entityType, action, namesPatients }: AuditEntry): string {
  if (namesPatients && entityType !== 'AuditLog') {
    const what = entityType === 'Patient' ? 'patients' : `${auditLabel(entityType).toLowerCase()}s`;
    return action === 'Exported' ? `Export of ${what}` : `List or search of ${what}`;
  }
  if (entityType === 'Patient') return 'Patient record';
  return entityType === 'AuditLog' ? 'This access list' : auditLabel(entityType);
}

/** The newest timestamp, linked to the entry; for combined views also the first one, with its date if it differs. */
function When({ entry: { id, timestamp }, since, count }: AccessGroup) {
  const times = usePracticeTimes();
  const [last, first] = [times.timestamp(timestamp), times.timestamp(since)];
  const isSameDay = last.slice(0, 10) === first.slice(0, 10);
  return (
    <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
      <Link
        component={RouterLink}
        to={`/audit-logs?entry=${id}`}
        color="textPrimary"
        sx={{ whiteSpace: 'nowrap' }}
      >
        {last}
      </Link>
      {count === 1 ? null : (
        <Typography component="span" variant="caption" color="textSecondary" sx={{ display: 'block' }}>
          since {isSameDay ? first.slice(11) : first}
        </Typography>
      )}
    </Box>
  );
}
