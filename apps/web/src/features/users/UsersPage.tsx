import EditOutlined from '@mui/icons-material/EditOutlined';
import LockOpenOutlined from '@mui/icons-material/LockOpenOutlined';
import LockResetOutlined from '@mui/icons-material/LockResetOutlined';
import PersonOffOutlined from '@mui/icons-material/PersonOffOutlined';
import { USER_SORT_KEYS, userList, type User, type UserSortKey } from '@portal/contract/users';
import { personNameWithTitle } from '@portal/domain/person-name';
import FileUploadOutlinedIcon from '@mui/icons-material/FileUploadOutlined';
import { Button } from '@mui/material';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useListQuery } from '#lib/query/endpoint-query.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { readSignInOptions } from '#lib/session/sign-in-options.ts';
import { useAccess } from '#lib/session/use-session.ts';
import type { RowAction } from '#ui/DataTable.tsx';
import { INACTIVE_FILTER } from '#ui/inactive-filter.ts';
import { SwitchFilter } from '#ui/list-filters.tsx';
import type { ListOptions } from '#ui/list-url.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { ListPage } from '#ui/ListPage.tsx';
import { PartFailureDialog } from '#ui/PartFailure.tsx';
import { usePreferredListState } from '#ui/use-list-state.ts';
import { DeactivateDialog } from './DeactivateDialog.tsx';
import { useUnlock } from './sign-in/use-unlock.ts';
import { userColumns } from './user-columns.tsx';
import { useUserRules } from './form/user-rules.ts';

/** Default sorting and the allowed URL parameters of the list. */
const USER_LIST: ListOptions<UserSortKey, typeof INACTIVE_FILTER> = {
  sortKeys: USER_SORT_KEYS,
  defaultSort: { orderBy: 'username', sortDirection: 'asc' },
  filters: INACTIVE_FILTER,
};

const ImportUsersDialog = lazyPart(async () => (await import('./ImportUsersDialog.tsx')).ImportUsersDialog, {
  waiting: null,
  failed: (failure, { onClose }) => <PartFailureDialog open onClose={onClose} failure={failure} />,
});

/** Row actions: Edit, Reset Password, Deactivate, and Unlock sign-in if sign-in is delayed. */
function useRowActions(onDeactivate: (user: User) => void): readonly RowAction<User>[] {
  const { refusal, canReset, canDeactivate } = useUserRules();
  const unlock = useUnlock();
  return [
    {
      label: 'Edit',
      icon: <EditOutlined fontSize="small" />,
      to: ({ id }) => `/users/${id}/edit`,
      isDisabled: (user) => refusal(user) !== null,
    },
    {
      label: 'Reset Password',
      icon: <LockResetOutlined fontSize="small" />,
      to: ({ id }) => `/users/${id}/reset-password`,
      isDisabled: (user) => !canReset(user),
    },
    {
      label: 'Unlock sign-in',
      icon: <LockOpenOutlined fontSize="small" />,
      onClick: unlock.run,
      isHidden: (user) => !user.isSlowedDown || refusal(user) !== null,
    },
    {
      label: 'Deactivate',
      icon: <PersonOffOutlined fontSize="small" />,
      onClick: onDeactivate,
      isDisabled: (user) => !canDeactivate(user),
    },
  ];
}

/** User Management; the server searches, sorts and pages. */
export function UsersPage() {
  const list = usePreferredListState(USER_LIST);
  const { inactive } = list.filters;
  const users = useListQuery(userList, {
    query: {
      ...list.query,
      ...(list.search !== '' && { search: list.search }),
      ...(inactive && { includeInactive: inactive }),
    },
  });
  const times = usePracticeTimes();
  const columns = useMemo(() => userColumns(times), [times]);
  const [deactivating, setDeactivating] = useState<User | null>(null);
  return (
    <>
      <ListPage
        title="User Management"
        list={list}
        query={users}
        found={({ users: rows, ...total }) => ({ rows, ...total })}
        view="users"
        buttons={<Buttons />}
        add={{ label: 'Add User', to: '/users/new' }}
        search={{
          label: 'Search users',
          placeholder: 'Search by username, name, email or employee ID...',
        }}
        filters={<SwitchFilter list={list} name="inactive" label="Show inactive" />}
        label="Users"
        columns={columns}
        rowKey={({ id }) => id}
        rowLabel={personNameWithTitle}
        errorFallback="Failed to fetch users"
        emptyText={list.search === '' ? 'No users found' : 'No users found matching your search'}
        actions={useRowActions(setDeactivating)}
      />
      <DeactivateDialog user={deactivating} onClose={() => setDeactivating(null)} />
    </>
  );
}

function Buttons() {
  const { hasRole } = useAccess();
  const [isImporting, setImporting] = useState(false);
  return (
    <>
      {hasRole('SuperAdmin') && readSignInOptions().sso !== null ? (
        <Button component={Link} to="/users/single-sign-on" variant="outlined">
          Single Sign-On
        </Button>
      ) : null}
      <Button variant="outlined" startIcon={<FileUploadOutlinedIcon />} onClick={() => setImporting(true)}>
        Import
      </Button>
      {isImporting ? <ImportUsersDialog onClose={() => setImporting(false)} /> : null}
    </>
  );
}
