import { Button, Skeleton, Stack, Typography } from '@mui/material';
import { twoFactorGet } from '@portal/contract/passkeys';
import { useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { AddPasskeyDialog } from '#features/profile/AddPasskeyDialog.tsx';
import { TwoFactorSetupDialog } from '#features/profile/TwoFactorSetupDialog.tsx';
import { CenteredCard } from '#features/session/CenteredCard.tsx';
import { explainError } from '#lib/errors/error-text.ts';
import { passkeyProblem } from '#lib/passkeys/passkeys.ts';
import { PasskeyProblem } from '#ui/PasskeyProblem.tsx';
import { session } from '#lib/portal.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { returnPathFor } from '#lib/session/return-path.ts';
import { readSignInOptions } from '#lib/session/sign-in-options.ts';
import { useCurrentUser } from '#lib/session/use-session.ts';
import { ErrorPanel } from '#ui/ErrorPanel.tsx';

/** /set-up-two-factor: the only page for users whose grace period for setting up 2FA has ended. */
export function SetUpTwoFactorRoute() {
  const user = useCurrentUser();
  const { state } = useLocation();
  const [open, setOpen] = useState<'app' | 'passkey' | null>(null);
  const [hasSso] = useState(() => readSignInOptions().sso !== null);
  const factors = useEndpointQuery(twoFactorGet, {});
  // The dialog stays until the recovery codes are saved, also when the user is already free to go.
  if (!user.mustSetUpTwoFactor && open === null)
    return <Navigate to={returnPathFor(state, user.id) ?? user.preferences.landingPage} replace />;
  const close = () => void session.refreshPermissions().finally(() => setOpen(null));
  const problem = factors.data === undefined ? null : passkeyProblem(factors.data.passkeyAddress);
  return (
    <CenteredCard width={480}>
      <Typography variant="h1" tabIndex={-1} data-page-heading>
        Set up two-factor authentication
      </Typography>
      <Typography sx={{ mt: 2 }}>
        Your role requires two-factor authentication, and the time to set it up has passed. It takes a few
        minutes: you need {hasSso ? '' : 'your password and '}an authenticator app on your phone, or a
        passkey: your fingerprint, face, PIN or a security key.
      </Typography>
      <Typography color="textSecondary" sx={{ mt: 1.5 }}>
        Until then, the portal opens nothing else.
      </Typography>
      <Stack spacing={1} sx={{ mt: 2.5 }}>
        {factors.isPending ? <Skeleton variant="rounded" height={80} /> : null}
        {factors.isError ? (
          <ErrorPanel
            message={explainError(factors.error, 'Failed to load the setup')}
            requestId={factors.error.requestId}
            onRetry={() => void factors.refetch()}
          />
        ) : null}
        {factors.data === undefined ? null : (
          <>
            <Button fullWidth variant="contained" onClick={() => setOpen('app')}>
              Set Up Authenticator App
            </Button>
            {problem === null ? (
              <Button fullWidth variant="outlined" onClick={() => setOpen('passkey')}>
                Add a Passkey
              </Button>
            ) : (
              <Typography component="div" color="textSecondary">
                <PasskeyProblem address={factors.data.passkeyAddress} />
              </Typography>
            )}
          </>
        )}
        <Button fullWidth onClick={() => void session.signOut()}>
          Logout
        </Button>
      </Stack>
      {factors.data === undefined ? null : (
        <>
          <TwoFactorSetupDialog open={open === 'app'} factors={factors.data} onClose={close} />
          <AddPasskeyDialog open={open === 'passkey'} factors={factors.data} onClose={close} />
        </>
      )}
    </CenteredCard>
  );
}
