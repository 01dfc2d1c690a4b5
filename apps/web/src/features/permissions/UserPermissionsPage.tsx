import GroupAddOutlined from '@mui/icons-material/GroupAddOutlined';
import TuneOutlined from '@mui/icons-material/TuneOutlined';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { Link } from 'react-router';
import { DataTable } from '#ui/DataTable.tsx';
import { FilterBar } from '#ui/FilterBar.tsx';
import { InactiveSwitch } from '#ui/InactiveSwitch.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SearchBox } from '#ui/SearchBox.tsx';
import { useListState } from '#ui/use-list-state.ts';
import { PERMISSION_PAGING, USERS_LIST } from './permission-list.ts';
import { PERSON_COLUMNS, personName } from './person-columns.tsx';
import { usePermissionUsers } from './use-permission-users.ts';

/** /admin/permissions/users (spec 3 §2 User Permissions). */
export function UserPermissionsPage() {
  const list = useListState(USERS_LIST);
  const users = usePermissionUsers({ ...list, showsInactive: list.filters.inactive === 'true' });
  return (
    <PageContent>
      <PageHeader
        title="User Permissions"
        subtitle="What single users may do beyond or short of their roles"
        actions={
          <Tooltip title="Bulk assign">
            <IconButton
              component={Link}
              to="/admin/permissions/bulk-assign"
              aria-label="Bulk assign permissions"
              color="primary"
            >
              <GroupAddOutlined />
            </IconButton>
          </Tooltip>
        }
      />
      <FilterBar isFiltered={list.isFiltered} onClear={list.clearFilters}>
        <SearchBox
          value={list.search}
          onSearch={list.setSearch}
          label="Search users"
          placeholder="Search by name, email, role or username..."
        />
        <InactiveSwitch list={list} />
      </FilterBar>
      <DataTable
        label="Users"
        columns={PERSON_COLUMNS}
        rows={users.data?.users}
        totalCount={users.data?.totalCount}
        rowKey={({ id }) => id}
        rowLabel={personName}
        state={list}
        pageSizes={PERMISSION_PAGING.pageSizes}
        isFetching={users.isFetching}
        error={users.error}
        errorFallback="Failed to load users"
        onRetry={() => void users.refetch()}
        emptyText={list.search === '' ? 'No users found' : 'No users found matching your search'}
        actions={[
          {
            label: 'Manage permissions',
            icon: <TuneOutlined fontSize="small" />,
            to: ({ id }) => `/admin/permissions/users/${id}`,
          },
        ]}
      />
    </PageContent>
  );
}
