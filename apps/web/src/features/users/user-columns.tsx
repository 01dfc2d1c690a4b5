import LockClockOutlined from '@mui/icons-material/LockClockOutlined';
import { Box, Chip, Link, Stack } from '@mui/material';
import type { User, UserSortKey } from '@portal/contract/users';
import { personNameWithTitle } from '@portal/domain/person-name';
import { Link as RouterLink } from 'react-router';
import type { PracticeTimes } from '#lib/query/use-practice-times.ts';
import type { Column } from '#ui/DataTable.tsx';
import { EmailText } from '#ui/EmailText.tsx';
import { RoleChips } from '#ui/RoleChip.tsx';
import { ActiveChip } from '#ui/StatusChip.tsx';

/** Lets long names wrap anywhere, so that the actions stay visible. */
const BREAKS = { display: 'block', minWidth: 100, overflowWrap: 'anywhere' } as const;

/** The columns of the list, in order. Dates are in the practice's time zone and blank until it is known. */
export const userColumns = (times: PracticeTimes): readonly Column<User, UserSortKey>[] => [
  {
    id: 'username',
    header: 'Username',
    sortKey: 'username',
    render: ({ id, username }) => (
      <Link component={RouterLink} to={`/users/${id}`} sx={BREAKS}>
        {username}
      </Link>
    ),
  },
  {
    id: 'name',
    header: 'Name',
    sortKey: 'name',
    render: (user) => <Box sx={{ ...BREAKS, minWidth: { md: 160 } }}>{personNameWithTitle(user)}</Box>,
  },
  {
    id: 'email',
    header: 'Email',
    sortKey: 'email',
    render: ({ email }) => (
      <Box sx={{ minWidth: { md: 215 } }}>
        <EmailText address={email} />
      </Box>
    ),
    hideBelow: 'lg',
  },
  { id: 'roles', header: 'Roles', sortKey: 'roles', render: ({ roles }) => <RoleChips roles={roles} /> },
  {
    id: 'lastLogin',
    header: 'Last Login',
    sortKey: 'lastLogin',
    render: ({ lastLoginDate }) => lastLogin(lastLoginDate, times),
    hideBelow: 'md',
  },
  { id: 'status', header: 'Status', sortKey: 'status', render: (user) => <Status user={user} /> },
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
