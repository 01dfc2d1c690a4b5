import type { PermissionUser } from '@portal/contract/permissions';
import { personNameWithTitle } from '@portal/domain/person-name';
import type { Column } from '#ui/DataTable.tsx';
import { EmailText } from '#ui/EmailText.tsx';
import { RoleChips } from '#ui/RoleChip.tsx';
import { ActiveChip, StatusChip } from '#ui/StatusChip.tsx';

/** The columns of the user lists of permission administration. */
export const PERSON_COLUMNS: readonly Column<PermissionUser, never>[] = [
  {
    id: 'name',
    header: 'Name',
    render: (user) => <span className="list-long-words">{personNameWithTitle(user)}</span>,
  },
  {
    id: 'username',
    header: 'Username',
    render: ({ userName }) => <span className="list-long-words">{userName}</span>,
  },
  { id: 'email', header: 'Email', render: ({ email }) => <EmailText address={email} />, hideBelow: 'lg' },
  { id: 'roles', header: 'Roles', render: ({ roles }) => <RoleChips roles={roles} /> },
  {
    id: 'overrides',
    header: 'Overrides',
    render: ({ overrideCount }) =>
      overrideCount === 0 ? 'None' : <StatusChip label={String(overrideCount)} color="warning" />,
  },
  {
    id: 'status',
    header: 'Status',
    render: ({ isActive }) => <ActiveChip active={isActive} />,
    hideBelow: 'md',
  },
];
