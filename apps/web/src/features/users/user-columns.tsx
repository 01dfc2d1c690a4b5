import LockClockOutlined from '@mui/icons-material/LockClockOutlined';
import { Chip, Stack } from '@mui/material';
import type { User, UserSortKey } from '@portal/contract/users';
import { personNameWithTitle } from '@portal/domain/person-name';
import type { PracticeTimes } from '#lib/query/use-practice-times.ts';
import type { Column } from '#ui/DataTable.tsx';
import { EmailText } from '#ui/EmailText.tsx';
import { ListLink } from '#ui/list-parts.tsx';
import { RoleChips } from '#ui/RoleChip.tsx';
import { ActiveChip } from '#ui/StatusChip.tsx';

/** The columns of the list, in order. Dates are in the practice's time zone and blank until it is known. */
export const userColumns = (times: PracticeTimes): readonly Column<User, UserSortKey>[] => [
  {
    id: 'username',
    header: 'Username',
    sortKey: 'username',
    render: ({ id, username }) => (
      <ListLink to={`/users/${id}`} color="primary">
        {username}
      </ListLink>
    ),
  },
  {
    id: 'name',
    header: 'Name',
    sortKey: 'name',
    card: 'title',
    render: personNameWithTitle,
  },
  {
    id: 'email',
    header: 'Email',
    sortKey: 'email',
    kind: 'email',
    fold: { order: 2, into: 'name' },
    render: ({ email }) => <EmailText address={email} />,
  },
  {
    id: 'roles',
    header: 'Roles',
    kind: 'status',
    width: 176,
    sortKey: 'roles',
    render: ({ roles }) => <RoleChips roles={roles} />,
  },
  {
    id: 'lastLogin',
    header: 'Last Login',
    sortKey: 'lastLogin',
    render: ({ lastLoginDate }) => lastLogin(lastLoginDate, times),
    kind: 'date',
    width: 104,
    fold: { order: 1, into: 'status' },
    isLabeled: true,
  },
  {
    id: 'status',
    header: 'Status',
    kind: 'status',
    sortKey: 'status',
    render: (user) => <Status user={user} />,
  },
];

function lastLogin(instant: string | null, times: PracticeTimes): string {
  if (instant === null) return 'Never';
  return times.date(instant);
}

function Status({ user: { isActive, isSlowedDown } }: { readonly user: User }) {
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5 }}>
      <ActiveChip active={isActive} />
      {isSlowedDown ? <Chip icon={<LockClockOutlined />} label="Sign-in locked" color="warning" /> : null}
    </Stack>
  );
}
