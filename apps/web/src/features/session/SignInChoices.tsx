import { Alert, Button, CircularProgress, Stack, Typography } from '@mui/material';
import type { SecondFactorChoices } from '@portal/contract/passkeys';
import { useState } from 'react';
import { pageAt } from '#lib/session/return-path.ts';
import { readSignInOptions } from '#lib/session/sign-in-options.ts';
import { rememberReturn } from '#lib/session/sso-return.ts';
import { SecondFactorStep } from './SecondFactorStep.tsx';
import { SignInField } from './SignInField.tsx';
import { SignInButton } from './SignInButton.tsx';
import { SignInForm } from './SignInForm.tsx';
import { useSsoSignIn } from './use-sso-sign-in.ts';

/** The ways to sign in: single sign-on if there is one, and the form for username and password. */
export function SignInChoices() {
  const [{ sso, password }] = useState(readSignInOptions);
  return sso === null ? <SignInForm /> : <SsoSignIn {...sso} hasPassword={password} />;
}

interface SsoSignInProps {
  readonly name: string;
  readonly start: string;
  /** Everyone may sign in with a password, not only the emergency account. */
  readonly hasPassword: boolean;
}

function SsoSignIn({ name, start, hasPassword }: SsoSignInProps) {
  const sso = useSsoSignIn(name);
  const [isFormShown, setFormShown] = useState(hasPassword);
  const ownOrigin = new URL(start).origin;
  return (
    <Stack spacing={2.5}>
      {sso.error === null ? null : <Alert severity="error">{sso.error}</Alert>}
      {sso.asksForPassword ? <PasswordForm sso={sso} name={name} /> : null}
      {sso.asksForPassword ? null : sso.choices === null ? (
        <>
          {ownOrigin === globalThis.location.origin ? (
            <Button
              // A page of the server.
              href={start}
              onClick={rememberReturn}
              variant={hasPassword ? 'outlined' : 'contained'}
              size="large"
              fullWidth
              disabled={sso.isBusy}
              startIcon={
                sso.isBusy ? <CircularProgress size={18} color="inherit" aria-label="Signing in" /> : null
              }
            >
              Sign in with {name}
            </Button>
          ) : (
            // The issuer sends the browser back to the portal's own address, which then knows the page to return to.
            <Button
              href={pageAt(ownOrigin)}
              variant={hasPassword ? 'outlined' : 'contained'}
              size="large"
              fullWidth
            >
              Continue at {new URL(start).host} to sign in with {name}
            </Button>
          )}
          {hasPassword ? (
            <Typography variant="body2" color="textSecondary" align="center">
              or with your password
            </Typography>
          ) : null}
          {isFormShown ? (
            <SignInForm />
          ) : (
            <Button size="small" onClick={() => setFormShown(true)} disabled={sso.isBusy}>
              Use a password
            </Button>
          )}
        </>
      ) : (
        <ConfirmForm sso={sso} choices={sso.choices} />
      )}
    </Stack>
  );
}

/** Asks an administrator once for the password of the portal, before the identity is linked. */
function PasswordForm({
  sso,
  name,
}: {
  readonly sso: ReturnType<typeof useSsoSignIn>;
  readonly name: string;
}) {
  return (
    <form noValidate onSubmit={sso.submitPassword} aria-label="Link your account">
      <Stack spacing={2.5}>
        <Typography>
          Your account administers this portal and is not linked to {name} yet. Enter your password of the
          portal once to link it.
        </Typography>
        <SignInField
          name="link-password"
          label="Password"
          value={sso.password}
          onChange={sso.changePassword}
          error={sso.passwordError}
          input={{ type: 'password', autoComplete: 'current-password', autoFocus: true }}
        />
        <Button type="submit" variant="contained" size="large" disabled={sso.isBusy}>
          Link and sign in
        </Button>
        <Button onClick={sso.cancel} disabled={sso.isBusy}>
          Back
        </Button>
      </Stack>
    </form>
  );
}

interface ConfirmFormProps {
  readonly sso: ReturnType<typeof useSsoSignIn>;
  readonly choices: SecondFactorChoices;
}

/** Asks for the second factor of the portal. */
function ConfirmForm({ sso, choices }: ConfirmFormProps) {
  return (
    <form noValidate onSubmit={sso.submitCode} aria-label="Sign in">
      <Stack spacing={2.5}>
        <SecondFactorStep
          choices={choices}
          asksForCode={sso.asksForCode}
          isBusy={sso.isBusy}
          onPasskey={sso.confirmWithPasskey}
          code={{ value: sso.code, onChange: sso.changeCode, error: sso.codeError }}
        />
        {sso.asksForCode ? <SignInButton isBusy={sso.isBusy} hasPasskey={choices.passkey !== null} /> : null}
        <Button onClick={sso.cancel} disabled={sso.isBusy}>
          Back
        </Button>
      </Stack>
    </form>
  );
}
