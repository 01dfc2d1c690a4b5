import type { PermissionAuditEntry } from '@portal/contract/permissions';
import type { PracticeTimes } from '#lib/query/use-practice-times.ts';
import type { Column } from '#ui/DataTable.tsx';
import { roleLabel } from '@portal/domain/roles';
import { ListLink } from '#ui/list-parts.tsx';
import { RoleChip } from '#ui/RoleChip.tsx';
import { StatusChip } from '#ui/StatusChip.tsx';
import { changeLabel, valueColor } from './permission-labels.ts';

/** "Order.Edit for Jane Roe" */
export const entryLabel = ({ permissionName, entityType, entityName }: PermissionAuditEntry): string =>
  `${permissionName} for ${entityType === 'Role' ? roleLabel(entityName) : entityName}`;

/** The path of the role or user of an entry. */
const entityPath = ({ entityType, entityId }: PermissionAuditEntry): string =>
  `/admin/permissions/${entityType === 'Role' ? 'roles' : 'users'}/${entityId}`;

/** The columns of the permission audit. Times are in the practice's time zone, once it is loaded. */
export const auditColumns = (times: PracticeTimes): readonly Column<PermissionAuditEntry, never>[] => [
  {
    id: 'changedAt',
    header: 'Changed At',
    kind: 'moment',
    render: ({ changedAt }) => times.dateTime(changedAt),
  },
  {
    id: 'entityType',
    header: 'Type',
    kind: 'count',
    fold: { order: 1, into: 'entity' },
    render: ({ entityType }) => entityType,
  },
  {
    id: 'entity',
    header: 'User or Role',
    card: 'title',
    render: (entry) => (
      <ListLink to={entityPath(entry)} color="primary">
        {entry.entityType === 'Role' ? <RoleChip role={entry.entityName} /> : entry.entityName}
      </ListLink>
    ),
  },
  { id: 'permission', header: 'Permission', render: ({ permissionName }) => permissionName },
  {
    id: 'change',
    header: 'Change',
    fold: { order: 2, into: 'permission' },
    render: ({ changeType }) => changeLabel(changeType),
  },
  {
    id: 'value',
    header: 'New Value',
    kind: 'status',
    render: ({ newValue }) => <StatusChip label={newValue} color={valueColor(newValue)} />,
  },
  {
    id: 'changedBy',
    header: 'Changed By',
    fold: { order: 1, into: 'changedAt' },
    render: ({ changedBy }) => changedBy,
  },
  {
    id: 'affected',
    header: 'Affected Users',
    kind: 'count',
    align: 'right',
    fold: { order: 1, into: 'value' },
    isLabeled: true,
    render: ({ affectedUserCount }) => affectedUserCount,
  },
];
