import type { PermissionUser } from '@portal/contract/permissions';
import { personNameWithTitle } from '@portal/domain/person-name';
import { DataTable, type DataTableProps, type RowAction } from '#ui/DataTable.tsx';
import { InactiveSwitch } from '#ui/InactiveSwitch.tsx';
import { PERMISSION_PAGING } from './permission-list.ts';
import { PERSON_COLUMNS } from './person-columns.tsx';
import type { PermissionUserPage } from './use-permission-users.ts';
import { UserSearchBar } from './UserSearchBar.tsx';

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
