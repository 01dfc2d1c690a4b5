import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import { twoFactorLackingList, type TwoFactorLacking } from '@portal/contract/required-two-factor';
import { personNameWithTitle } from '@portal/domain/person-name';
import { useMemo } from 'react';
import { useListQuery } from '#lib/query/endpoint-query.ts';
import { usePracticeTimes, type PracticeTimes } from '#lib/query/use-practice-times.ts';
import type { Column } from '#ui/DataTable.tsx';
import { ListTable } from '#ui/ListTable.tsx';
import { RoleChips } from '#ui/RoleChip.tsx';
import { StatusChip } from '#ui/StatusChip.tsx';
import { useListState } from '#ui/use-list-state.ts';
import { PERMISSION_PAGING } from '../permission-list.ts';
import { UserSearchBar } from '../users/UserSearchBar.tsx';

const LIST = { ...PERMISSION_PAGING, filters: {} } as const;

/** The active users who must use 2FA and do not, the earliest deadline first. */
export function TwoFactorUsers() {
  const list = useListState(LIST);
  const times = usePracticeTimes();
  const columns = useMemo(() => columnsFor(times), [times]);
  const users = useListQuery(twoFactorLackingList, {
    query: {
      ...list.query,
      ...(list.search !== '' && { search: list.search }),
    },
  });
  return (
    <>
      <UserSearchBar list={list} />
      <ListTable
        label="Users without two-factor authentication"
        columns={columns}
        list={list}
        query={users}
        found={({ users: rows, ...total }) => ({ rows, ...total })}
        rowKey={({ id }) => id}
        rowLabel={personNameWithTitle}
        errorFallback="Failed to load users"
        emptyText={
          list.search === ''
            ? 'Everyone who must use two-factor authentication has set it up'
            : 'No users found matching your search'
        }
        actions={[
          { label: 'View', icon: <VisibilityOutlined fontSize="small" />, to: ({ id }) => `/users/${id}` },
        ]}
      />
    </>
  );
}

const columnsFor = (times: PracticeTimes): readonly Column<TwoFactorLacking, never>[] => [
  { id: 'name', header: 'Name', render: personNameWithTitle },
  {
    id: 'username',
    header: 'Username',
    fold: { order: 2, into: 'name' },
    render: ({ userName }) => userName,
  },
  {
    id: 'roles',
    header: 'Roles',
    kind: 'status',
    width: 168,
    render: ({ roles }) => <RoleChips roles={roles} />,
  },
  {
    id: 'since',
    header: 'Required Since',
    render: ({ requiredSince }) => times.date(requiredSince),
    kind: 'date',
    isLabeled: true,
    fold: { order: 1, into: 'due' },
  },
  {
    id: 'due',
    header: 'Set Up By',
    kind: 'moment',
    isLabeled: true,
    render: ({ dueAt }) => times.dateTime(dueAt),
    caption: ({ isOverdue }) => (isOverdue ? <StatusChip label="Overdue" color="warning" /> : null),
  },
];
