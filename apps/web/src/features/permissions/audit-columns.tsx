import { Link, Stack } from '@mui/material';
import type { PermissionAuditEntry } from '@portal/contract/permissions';
import { Link as RouterLink } from 'react-router';
import type { PracticeTimes } from '#lib/query/use-practice-times.ts';
import type { Column } from '#ui/DataTable.tsx';
import { roleLabel } from '@portal/domain/roles';
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
    render: ({ changedAt }) => times.dateTime(changedAt),
  },
  { id: 'entityType', header: 'Type', render: ({ entityType }) => entityType, hideBelow: 'md' },
  {
    id: 'entity',
    header: 'User or Role',
    isCardTitle: true,
    render: (entry) => (
      <Link component={RouterLink} to={entityPath(entry)}>
        {entry.entityType === 'Role' ? <RoleChip role={entry.entityName} /> : entry.entityName}
      </Link>
    ),
  },
  { id: 'permission', header: 'Permission', render: ({ permissionName }) => permissionName },
  { id: 'change', header: 'Change', render: ({ changeType }) => changeLabel(changeType), hideBelow: 'lg' },
  {
    id: 'value',
    header: 'New Value',
    render: ({ newValue }) => (
      <Stack direction="row">
        <StatusChip label={newValue} color={valueColor(newValue)} />
      </Stack>
    ),
  },
  { id: 'changedBy', header: 'Changed By', render: ({ changedBy }) => changedBy, hideBelow: 'md' },
  {
    id: 'affected',
    header: 'Affected Users',
    align: 'right',
    render: ({ affectedUserCount }) => affectedUserCount,
    hideBelow: 'lg',
  },
];
