import VisibilityOff from '@mui/icons-material/VisibilityOffOutlined';
import Visibility from '@mui/icons-material/VisibilityOutlined';
import { Box, Button, IconButton, InputAdornment } from '@mui/material';
import { changePassword } from '@portal/contract/session';
import { userProfile } from '@portal/contract/users';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { call, session } from '#lib/portal.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { useCurrentUser } from '#lib/session/use-session.ts';
import type { FieldProps } from '#ui/form/field.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { newPasswordSchema, PASSWORD_RULES } from './new-password.ts';

interface PasswordFieldProps<Input extends FieldValues, Output> extends FieldProps<Input, Output> {
  readonly autoComplete: 'current-password' | 'new-password';
}

/** A password field with a show/hide toggle, as on the sign-in screen. */
function PasswordField<Input extends FieldValues, Output>(props: PasswordFieldProps<Input, Output>) {
  const [isShown, setShown] = useState(false);
  return (
    <FormTextField
      {...props}
      required
      type={isShown ? 'text' : 'password'}
      endAdornment={
        <InputAdornment position="end">
          <IconButton
            edge="end"
            size="small"
            aria-label={`${isShown ? 'Hide' : 'Show'} ${props.label.toLowerCase()}`}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? <VisibilityOff fontSize="small" /> : <Visibility fontSize="small" />}
          </IconButton>
        </InputAdornment>
      }
    />
  );
}

/** Form with current, new and confirmed password; errors are shown at their fields. */
export function ChangePasswordForm({ onChanged }: { readonly onChanged: () => void }) {
  const user = useCurrentUser();
  // Not available to users who must change their password first.
  const profile = useEndpointQuery(userProfile, {}, { enabled: !user.mustChangePassword });
  const form = useAppForm(newPasswordSchema(user, profile.data?.user.secondFactorEnabled), {
    defaultValues: { currentPassword: '', newPassword: '', repeatedPassword: '' },
    errorFallback: 'Failed to change password',
    onSubmit: async ({ currentPassword, newPassword }) => {
      await call(changePassword, { body: { currentPassword, newPassword } });
      session.updateUser({ mustChangePassword: false });
      onChanged();
    },
  });
  const { control } = form;
  return (
    <Form form={form} guardsChanges={false}>
      {/* Lets password managers save the new password for the right account. */}
      <input type="text" name="username" value={user.username} autoComplete="username" readOnly hidden />
      <PasswordField
        control={control}
        name="currentPassword"
        label="Current password"
        autoComplete="current-password"
      />
      <Box component="ul" sx={{ m: 0, pl: 2.5, fontSize: '0.8125rem', color: 'text.secondary' }}>
        {PASSWORD_RULES.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </Box>
      <PasswordField control={control} name="newPassword" label="New password" autoComplete="new-password" />
      <PasswordField
        control={control}
        name="repeatedPassword"
        label="Confirm new password"
        autoComplete="new-password"
      />
      <Button type="submit" variant="contained" loading={form.methods.formState.isSubmitting}>
        Change Password
      </Button>
    </Form>
  );
}
