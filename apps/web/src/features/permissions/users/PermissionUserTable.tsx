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
    render: personNameWithTitle,
  },
  {
    id: 'username',
    header: 'Username',
    render: ({ userName }) => userName,
  },
  {
    id: 'email',
    header: 'Email',
    kind: 'email',
    fold: { order: 1, into: 'username' },
    render: ({ email }) => <EmailText address={email} />,
  },
  {
    id: 'roles',
    header: 'Roles',
    kind: 'status',
    width: 168,
    render: ({ roles }) => <RoleChips roles={roles} />,
  },
  {
    id: 'overrides',
    header: 'Overrides',
    kind: 'count',
    width: 96,
    isLabeled: true,
    render: ({ overrideCount }) =>
      overrideCount === 0 ? 'None' : <StatusChip label={String(overrideCount)} color="warning" />,
  },
  {
    id: 'status',
    header: 'Status',
    kind: 'status',
    width: 96,
    render: ({ isActive }) => <ActiveChip active={isActive} />,
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
