import { Alert, Button, Stack, Typography } from '@mui/material';
import { Link, useLocation, useNavigate } from 'react-router';
import { session } from '#lib/portal.ts';
import { ChangePasswordForm } from './ChangePasswordForm.tsx';
import { returnPathFor } from '#lib/session/return-path.ts';
import { useCurrentUser } from '#lib/session/use-session.ts';
import { useToast } from '#ui/ToastProvider.tsx';
import { CenteredCard } from './CenteredCard.tsx';

/** /change-password. Users with a temporary password must change it here first; open to any signed-in user. */
export function ChangePasswordPage() {
  const user = useCurrentUser();
  const navigate = useNavigate();
  const toast = useToast();
  const { state } = useLocation();
  const next =
    returnPathFor(state, user.id) ?? (user.mustChangePassword ? user.preferences.landingPage : '/profile');
  return (
    <CenteredCard width={480}>
      <Typography variant="h1" tabIndex={-1} data-page-heading>
        Change Password
      </Typography>
      {user.mustChangePassword ? (
        <Alert severity="info" sx={{ mt: 2 }}>
          Choose a new password to continue. Your current one is temporary, or your two-factor authentication
          was turned off.
        </Alert>
      ) : null}
      <Stack sx={{ mt: 2.5 }}>
        <ChangePasswordForm
          onChanged={() => {
            toast.success('Your password was changed. Your other sessions were signed out.');
            void navigate(next, { replace: true });
          }}
        />
      </Stack>
      {user.mustChangePassword ? (
        <Button fullWidth sx={{ mt: 1 }} onClick={() => void session.signOut()}>
          Logout
        </Button>
      ) : (
        <Button fullWidth sx={{ mt: 1 }} component={Link} to="/profile">
          Back
        </Button>
      )}
    </CenteredCard>
  );
}
