import type { PermissionUser } from '@portal/contract/permissions';
import { personNameWithTitle } from '@portal/domain/person-name';
import { DataTable, type Column, type DataTableProps, type RowAction } from '#ui/DataTable.tsx';
import { EmailText } from '#ui/EmailText.tsx';
import { InactiveSwitch } from '#ui/InactiveSwitch.tsx';
import { RoleChips } from '#ui/RoleChip.tsx';
import { ActiveChip, StatusChip } from '#ui/StatusChip.tsx';
import { PERMISSION_PAGING } from '../permission-list.ts';
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
        <InactiveSwitch list={list} />
      </UserSearchBar>
      <DataTable
        {...what}
        label="Users"
        columns={PERSON_COLUMNS}
        rows={users.data?.users}
        totalCount={users.data?.totalCount}
        rowKey={({ id }) => id}
        rowLabel={personNameWithTitle}
        state={list}
        pageSizes={PERMISSION_PAGING.pageSizes}
        isFetching={users.isFetching}
        error={users.error}
        errorFallback="Failed to load users"
        onRetry={() => void users.refetch()}
        emptyText={list.search === '' ? 'No users found' : 'No users found matching your search'}
      />
    </>
  );
}
