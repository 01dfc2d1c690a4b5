import BadgeOutlined from '@mui/icons-material/BadgeOutlined';
import HealthAndSafetyOutlined from '@mui/icons-material/HealthAndSafetyOutlined';
import ManageAccountsOutlined from '@mui/icons-material/ManageAccountsOutlined';
import MedicalServicesOutlined from '@mui/icons-material/MedicalServicesOutlined';
import ShieldOutlined from '@mui/icons-material/ShieldOutlined';
import VaccinesOutlined from '@mui/icons-material/VaccinesOutlined';
import { Stack } from '@mui/material';
import { isRoleName, ROLE_CHIP_COLORS, ROLE_NAMES, roleLabel, type RoleName } from '@portal/domain/roles';
import type { ComponentType } from 'react';
import { PlainChip } from './StatusChip.tsx';

const ICONS: Readonly<Record<RoleName, ComponentType>> = {
  SuperAdmin: ShieldOutlined,
  Admin: ManageAccountsOutlined,
  ProviderPhysician: MedicalServicesOutlined,
  ProviderMidLevel: HealthAndSafetyOutlined,
  MedicalAssistant: VaccinesOutlined,
  Staff: BadgeOutlined,
};

/** A role in its color with its icon; unknown roles are neutral. */
export function RoleChip({ role }: { readonly role: string }) {
  if (!isRoleName(role)) return <PlainChip label={roleLabel(role)} look="" />;
  const Icon = ICONS[role];
  // Both kinds of providers have the same color.
  const look = role === 'ProviderMidLevel' ? 'list-role-outlined' : `list-chip-${ROLE_CHIP_COLORS[role]}`;
  return <PlainChip label={roleLabel(role)} look={`list-role ${look}`} icon={<Icon />} />;
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
