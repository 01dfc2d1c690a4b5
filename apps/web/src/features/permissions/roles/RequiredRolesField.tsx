import { Checkbox, FormControl, FormControlLabel, FormGroup, FormHelperText, FormLabel } from '@mui/material';
import type { TwoFactorPolicy } from '@portal/contract/required-two-factor';
import { roleLabel } from '@portal/domain/roles';
import type { Control } from 'react-hook-form';
import { useField } from '#ui/form/field.ts';
import { usersLabel } from '../permission-labels.ts';

interface RequiredRolesFieldProps<Output> {
  readonly control: Control<
    { requiredRoleIds: string[]; graceDays: string; reason: string },
    unknown,
    Output
  >;
  readonly roles: TwoFactorPolicy['roles'];
}

/** A checkbox for each role, with the number of its users who lack 2FA. */
export function RequiredRolesField<Output>({ control, roles }: RequiredRolesFieldProps<Output>) {
  const field = useField({ control, name: 'requiredRoleIds' });
  const chosen = Array.isArray(field.value) ? field.value : [];
  return (
    <FormControl component="fieldset" error={field.error !== undefined}>
      <FormLabel component="legend" sx={{ typography: 'body2', mb: 0.5 }}>
        Required for
      </FormLabel>
      <FormGroup>
        {roles.map(({ roleId, roleName, userCount, lackingCount }, index) => (
          <FormControlLabel
            key={roleId}
            label={`${roleLabel(roleName)} (${lackingCount} of ${usersLabel(userCount)} without it)`}
            control={
              <Checkbox
                name={field.name}
                checked={chosen.includes(roleId)}
                onChange={(_event, checked) =>
                  field.setValue(checked ? [...chosen, roleId] : chosen.filter((id) => id !== roleId))
                }
                onBlur={field.onBlur}
                slotProps={{ input: index === 0 ? { ref: field.ref } : {} }}
              />
            }
          />
        ))}
      </FormGroup>
      {field.error === undefined ? null : <FormHelperText>{field.error}</FormHelperText>}
    </FormControl>
  );
}
