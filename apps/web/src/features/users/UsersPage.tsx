import { userList, type User } from '@portal/contract/users';
import { personNameWithTitle } from '@portal/domain/person-name';
import FileUploadOutlinedIcon from '@mui/icons-material/FileUploadOutlined';
import { Button } from '@mui/material';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { readSignInOptions } from '#lib/session/sign-in-options.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { usePreferences } from '#lib/session/use-preferences.ts';
import { DataTable } from '#ui/DataTable.tsx';
import { FilterBar } from '#ui/FilterBar.tsx';
import { InactiveSwitch } from '#ui/InactiveSwitch.tsx';
import { useVisibleColumns } from '#ui/list-view/use-visible-columns.ts';
import { ViewMenu } from '#ui/list-view/ViewMenu.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { NewLink } from '#ui/NewLink.tsx';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { PartFailureDialog } from '#ui/PartFailure.tsx';
import { SearchBox } from '#ui/SearchBox.tsx';
import { useListState } from '#ui/use-list-state.ts';
import { DeactivateDialog } from './DeactivateDialog.tsx';
import { useRowActions } from './use-row-actions.tsx';
import { userColumns } from './user-columns.tsx';
import { USER_LIST } from './user-list.ts';

const ImportUsersDialog = lazyPart(async () => (await import('./ImportUsersDialog.tsx')).ImportUsersDialog, {
  waiting: null,
  failed: (failure, { onClose }) => <PartFailureDialog open onClose={onClose} failure={failure} />,
});

/** User Management; the server searches, sorts and pages. */
export function UsersPage() {
  const defaultPageSize = usePreferences().preferences.pageSize;
  const list = useListState(useMemo(() => ({ ...USER_LIST, defaultPageSize }), [defaultPageSize]));
  const showsInactive = list.filters.inactive === 'true';
  const users = useEndpointQuery(
    userList,
    {
      query: {
        ...list.query,
        ...(list.search === '' ? {} : { search: list.search }),
        ...(showsInactive ? { includeInactive: 'true' } : {}),
      },
    },
    { placeholderData: keepPreviousData },
  );
  const times = usePracticeTimes();
  const columns = useMemo(() => userColumns(times), [times]);
  const { hasRole } = useAccess();
  const [isImporting, setImporting] = useState(false);
  const [deactivating, setDeactivating] = useState<User | null>(null);
  return (
    <PageContent>
      <PageHeader
        title="User Management"
        tools={<ViewMenu list="users" state={list} columns={columns} />}
        actions={
          <>
            {hasRole('SuperAdmin') && readSignInOptions().sso !== null ? (
              <Button component={Link} to="/users/single-sign-on" variant="outlined">
                Single Sign-On
              </Button>
            ) : null}
            <Button
              variant="outlined"
              startIcon={<FileUploadOutlinedIcon />}
              onClick={() => setImporting(true)}
            >
              Import
            </Button>
            <NewLink to="/users/new">Add User</NewLink>
          </>
        }
      />
      <FilterBar isFiltered={list.isFiltered} onClear={list.clearFilters}>
        <SearchBox
          value={list.search}
          onSearch={list.setSearch}
          label="Search users"
          placeholder="Search by username, name, email or employee ID..."
        />
        <InactiveSwitch list={list} />
      </FilterBar>
      <DataTable
        label="Users"
        columns={useVisibleColumns(columns)}
        rows={users.data?.users}
        totalCount={users.data?.totalCount}
        isTotalApproximate={users.data?.totalCountIsApproximate}
        rowKey={({ id }) => id}
        rowLabel={personNameWithTitle}
        state={list}
        isFetching={users.isFetching}
        error={users.error}
        errorFallback="Failed to fetch users"
        onRetry={() => void users.refetch()}
        emptyText={list.search === '' ? 'No users found' : 'No users found matching your search'}
        actions={useRowActions(setDeactivating)}
      />
      {isImporting ? <ImportUsersDialog onClose={() => setImporting(false)} /> : null}
      <DeactivateDialog user={deactivating} onClose={() => setDeactivating(null)} />
    </PageContent>
  );
}
