import type { PermissionUser } from '@portal/contract/permissions';
import { personNameWithTitle } from '@portal/domain/person-name';
import type { Column, DataTableProps, RowAction } from '#ui/DataTable.tsx';
import { ListTable } from '#ui/ListTable.tsx';
import { EmailText } from '#ui/EmailText.tsx';
import { SwitchFilter } from '#ui/list-filters.tsx';
import { RoleChips } from '#ui/RoleChip.tsx';
import { ActiveChip, StatusChip } from '#ui/StatusChip.tsx';
import type { PermissionUserPage } from './use-permission-users.ts';
import { UserSearchBar } from './UserSearchBar.tsx';

/** The columns of the user lists of permission administration. */
const PERSON_COLUMNS: readonly Column<PermissionUser, never>[] = [
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

interface PermissionUserTableProps extends PermissionUserPage {
  readonly actions?: readonly RowAction<PermissionUser>[];
  readonly choice?: NonNullable<DataTableProps<PermissionUser, never>['choice']>;
}

/** Searchable, paged table of users with their roles and overrides. */
export function PermissionUserTable({ list, users, ...what }: PermissionUserTableProps) {
  return (
    <>
      <UserSearchBar list={list}>
        <SwitchFilter list={list} name="inactive" label="Show inactive" />
      </UserSearchBar>
      <ListTable
        {...what}
        label="Users"
        columns={PERSON_COLUMNS}
        list={list}
        query={users}
        found={({ users: rows, ...total }) => ({ rows, ...total })}
        rowKey={({ id }) => id}
        rowLabel={personNameWithTitle}
        errorFallback="Failed to load users"
        emptyText={list.search === '' ? 'No users found' : 'No users found matching your search'}
      />
    </>
  );
}
