import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { TwoFactorSetupDialog } from '#features/profile/TwoFactorSetupDialog.tsx';
import { CenteredCard } from '#features/session/CenteredCard.tsx';
import { session } from '#lib/portal.ts';
import { returnPathFor } from '#lib/session/return-path.ts';
import { useCurrentUser } from '#lib/session/use-session.ts';

/** /set-up-two-factor: the only page for users whose grace period for setting up 2FA has ended. */
export function SetUpTwoFactorRoute() {
  const user = useCurrentUser();
  const { state } = useLocation();
  const [isOpen, setOpen] = useState(false);
  // The dialog stays until the recovery codes are saved, also when the user is already free to go.
  if (!user.mustSetUpTwoFactor && !isOpen)
    return <Navigate to={returnPathFor(state, user.id) ?? user.preferences.landingPage} replace />;
  return (
    <CenteredCard width={480}>
      <Typography variant="h1" tabIndex={-1} data-page-heading>
        Set up two-factor authentication
      </Typography>
      <Typography sx={{ mt: 2 }}>
        Your role requires two-factor authentication, and the time to set it up has passed. It takes a few
        minutes: you need your password and an authenticator app on your phone.
      </Typography>
      <Typography color="textSecondary" sx={{ mt: 1.5 }}>
        Until then, the portal opens nothing else.
      </Typography>
      <Stack spacing={1} sx={{ mt: 2.5 }}>
        <Button fullWidth variant="contained" onClick={() => setOpen(true)}>
          Set Up
        </Button>
        <Button fullWidth onClick={() => void session.signOut()}>
          Logout
        </Button>
      </Stack>
      <TwoFactorSetupDialog
        open={isOpen}
        onClose={() => void session.refreshPermissions().finally(() => setOpen(false))}
      />
    </CenteredCard>
  );
}
