import { Chip, Stack, Typography } from '@mui/material';
import type { Role } from '@portal/contract/users';
import { ROLE_CHIP_COLORS, isRoleName, roleLabel } from '@portal/domain/roles';
import { useId } from 'react';
import type { Control } from 'react-hook-form';
import { useField } from '#ui/form/field.ts';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { withMainRole, withoutRole } from './role-change.ts';
import { RoleChangeNotice } from './RoleChangeNotice.tsx';
import { USER_LABELS, type UserInput, type UserPayload } from './user-form.ts';

interface RoleFieldProps {
  readonly control: Control<UserInput, unknown, UserPayload>;
  readonly roles: readonly Role[];
  /** The user's saved roles; null for a new user. */
  readonly savedIds: readonly string[] | null;
  /** Reason why the roles cannot be changed, if any. */
  readonly lockedBecause?: string | undefined;
}

/**
 * The Role select sets the main role. A user's additional roles are shown as chips and must be removed one by one. A notice
 * shows what saving will change.
 */
export function RoleField({ control, roles, savedIds, lockedBecause }: RoleFieldProps) {
  const ids = useRoleIds(control);
  const field = useField({ control, name: 'roleIds' });
  const additional = roles.filter(({ id }) => ids.slice(1).includes(id));
  const labelId = useId();
  return (
    <Stack spacing={1}>
      <FormSelect
        control={control}
        name="roleIds"
        label={USER_LABELS.roleIds}
        required
        disabled={lockedBecause !== undefined}
        {...(lockedBecause !== undefined && { helperText: lockedBecause })}
        options={roles.map(({ id, name, description }) => ({
          value: id,
          label: roleLabel(name),
          description,
        }))}
        emptyText="No roles available"
        toText={() => ids[0] ?? ''}
        toValue={(id) => withMainRole(ids, id)}
      />
      {additional.length === 0 ? null : (
        <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 0.75 }}>
          <Typography id={labelId} variant="body2" color="textSecondary">
            Additional roles
          </Typography>
          <Stack
            component="ul"
            direction="row"
            aria-labelledby={labelId}
            sx={{ flexWrap: 'wrap', gap: 0.5, m: 0, p: 0, listStyle: 'none' }}
          >
            {additional.map(({ id, name }) => (
              <li key={id}>
                <Chip
                  sx={{
                    '& .MuiChip-deleteIcon': {
                      color: 'inherit',
                      '&:hover': { color: 'inherit', opacity: 0.7 },
                    },
                  }}
                  label={roleLabel(name)}
                  color={isRoleName(name) ? ROLE_CHIP_COLORS[name] : 'default'}
                  {...(lockedBecause === undefined && {
                    onDelete: () => field.setValue(withoutRole(ids, id)),
                    'aria-label': `${roleLabel(name)}, press Delete to remove it`,
                  })}
                />
              </li>
            ))}
          </Stack>
        </Stack>
      )}
      {savedIds === null ? null : (
        <RoleChangeNotice saved={savedIds} chosen={ids} roles={roles} onChange={field.setValue} />
      )}
    </Stack>
  );
}

/** The role IDs in the form, main role first. */
export function useRoleIds(control: RoleFieldProps['control']): string[] {
  const { value } = useField({ control, name: 'roleIds' });
  return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];
}
