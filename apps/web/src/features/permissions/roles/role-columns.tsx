import { Box, Chip, Stack } from '@mui/material';
import type { RoleSummary } from '@portal/contract/role-permissions';
import type { PracticeTimes } from '#lib/query/use-practice-times.ts';
import type { Column } from '#ui/DataTable.tsx';
import { ListLink } from '#ui/list-parts.tsx';
import { RoleChip } from '#ui/RoleChip.tsx';
import { usersLabel } from '../permission-labels.ts';

/** The columns of the role list. Times are in the practice's time zone, once it is loaded. */
export const roleColumns = (
  times: PracticeTimes,
  onMembers: (role: RoleSummary) => void,
): readonly Column<RoleSummary, never>[] => [
  {
    id: 'role',
    header: 'Role',
    kind: 'status',
    width: 168,
    card: 'title',
    render: ({ roleId, roleName }) => (
      <ListLink to={`/admin/permissions/roles/${roleId}`} color="primary">
        <RoleChip role={roleName} />
      </ListLink>
    ),
  },
  { id: 'description', header: 'Description', kind: 'text', render: ({ description }) => description },
  {
    id: 'permissions',
    header: 'Permissions',
    width: 190,
    isLabeled: true,
    render: (role) => <GrantedBar role={role} />,
  },
  {
    id: 'users',
    header: 'Users',
    kind: 'status',
    width: 104,
    render: (role) => (
      <Chip
        label={usersLabel(role.userCount)}
        onClick={() => onMembers(role)}
        aria-label={`${usersLabel(role.userCount)}: view members of ${role.roleName}`}
      />
    ),
  },
  {
    id: 'modified',
    header: 'Last Modified',
    kind: 'moment',
    fold: { order: 2, into: 'description' },
    isLabeled: true,
    render: ({ lastModified }) => (lastModified === null ? 'Never' : times.dateTime(lastModified)),
  },
];

/** "12/27" with a bar. */
function GrantedBar({ role }: { readonly role: RoleSummary }) {
  const { grantedPermissions: granted, totalPermissions: total } = role;
  return (
    <Stack direction="row" spacing={1} sx={{ alignItems: 'center', minWidth: 120 }}>
      <Box aria-hidden sx={{ flex: 1, height: 6, borderRadius: 3, bgcolor: 'action.selected' }}>
        <Box
          sx={{
            width: `${total === 0 ? 0 : (granted / total) * 100}%`,
            height: '100%',
            borderRadius: 3,
            bgcolor: 'primary.main',
          }}
        />
      </Box>
      <span style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
        {granted}/{total}
      </span>
    </Stack>
  );
}
