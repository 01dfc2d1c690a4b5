import { Typography } from '@mui/material';
import type { TwoFactorPolicy } from '@portal/contract/required-two-factor';
import { DetailList } from '#ui/DetailList.tsx';
import { RoleChips } from '#ui/RoleChip.tsx';
import { daysLabel } from './permission-labels.ts';

/** The requirement in two lines. */
export function TwoFactorRoles({ policy: { roles, graceDays } }: { readonly policy: TwoFactorPolicy }) {
  const required = roles.filter(({ requiredSince }) => requiredSince !== null);
  if (required.length === 0)
    return (
      <Typography color="textSecondary">
        No role requires it. Users can set it up for themselves in their profile.
      </Typography>
    );
  return (
    <DetailList
      items={[
        {
          label: 'Required for',
          value: <RoleChips roles={required.map(({ roleName }) => roleName)} />,
          wide: true,
        },
        { label: 'Grace period', value: graceDays === 0 ? 'None' : daysLabel(graceDays) },
      ]}
    />
  );
}
