import type { PracticeTimes } from '#lib/query/use-practice-times.ts';
import { ListLink } from '#ui/list-parts.tsx';
import type { AuditEntry } from '@portal/contract/audit';
import { auditLabel } from '@portal/domain/audit-log';
import type { Column } from '#ui/DataTable.tsx';
import type { AccessGroup } from './access-groups.ts';
import { ActionChip } from './ActionChip.tsx';
import { userText } from './entity-labels.ts';

/** The columns of the Access tab. Times are in the practice's time zone. */
export const accessColumns = (times: PracticeTimes): readonly Column<AccessGroup, never>[] => [
  {
    id: 'when',
    header: 'When',
    kind: 'moment',
    render: ({ entry: { id, timestamp } }) => (
      <ListLink to={`/audit-logs?entry=${id}`}>{times.timestamp(timestamp)}</ListLink>
    ),
    caption: (group) => sinceText(group, times),
  },
  { id: 'who', header: 'Who', card: 'title', render: ({ entry }) => userText(entry) },
  {
    id: 'what',
    header: 'What',
    render: ({ entry, count }) => (
      <>
        <ActionChip action={entry.action} /> {whatText(entry)}
        {count === 1 ? null : <span className="list-caption"> {count} times</span>}
      </>
    ),
  },
  {
    id: 'where',
    header: 'IP Address',
    kind: 'phone',
    fold: { order: 1, into: 'who' },
    render: ({ addresses }) => (addresses.length === 0 ? '—' : addresses.join(', ')),
  },
  {
    id: 'reason',
    header: 'Reason',
    kind: 'text',
    fold: { order: 2, into: 'what' },
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

/** The first of several combined views, with its date if it differs. */
function sinceText({ entry: { timestamp }, since, count }: AccessGroup, times: PracticeTimes): string | null {
  if (count === 1) return null;
  const [last, first] = [times.timestamp(timestamp), times.timestamp(since)];
  return `since ${last.slice(0, 10) === first.slice(0, 10) ? first.slice(11) : first}`;
}
