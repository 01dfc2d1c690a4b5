import { Box, Button } from '@mui/material';
import { changePassword } from '@portal/contract/session';
import { userProfile } from '@portal/contract/users';
import { call, session } from '#lib/portal.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { useCurrentUser } from '#lib/session/use-session.ts';
import { Form } from '#ui/form/Form.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { newPasswordSchema, PASSWORD_RULES } from './new-password.ts';
import { PasswordField } from './PasswordField.tsx';

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
