import { Chip, Stack } from '@mui/material';
import { isRoleName, ROLE_CHIP_COLORS, ROLE_NAMES, roleLabel } from '@portal/domain/roles';

/** A role in its color; unknown roles are neutral. */
export function RoleChip({ role }: { readonly role: string }) {
  return <Chip label={roleLabel(role)} color={isRoleName(role) ? ROLE_CHIP_COLORS[role] : 'default'} />;
}

const rank = (role: string): number => (isRoleName(role) ? ROLE_NAMES.indexOf(role) : ROLE_NAMES.length);

/** All roles of a user, most powerful first. */
export function RoleChips({ roles }: { readonly roles: readonly string[] }) {
  const sorted = roles.toSorted((a, b) => rank(a) - rank(b));
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5 }}>
      {sorted.map((role) => (
        <RoleChip key={role} role={role} />
      ))}
    </Stack>
  );
}
