import Visibility from '@mui/icons-material/VisibilityOutlined';
import VisibilityOff from '@mui/icons-material/VisibilityOffOutlined';
import { Alert, Button, IconButton, InputAdornment, Stack } from '@mui/material';
import { useEffect, useState } from 'react';
import { waitText } from '#lib/errors/error-text.ts';
import { SecondFactorStep } from './SecondFactorStep.tsx';
import { SignInButton } from './SignInButton.tsx';
import { SignInField } from './SignInField.tsx';
import { useSignInForm } from './use-sign-in-form.ts';

interface WaitNoticeProps {
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** Countdown until the user can try again. */
function WaitNotice({ until }: WaitNoticeProps) {
  const [now, setNow] = useState(Date.now);
  const seconds = Math.ceil((until - now) / 1000);
  const isOver = seconds <= 0;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isOver]);
  return isOver ? 'You can try again now.' : `You can try again in ${waitText(seconds)}.`;
}

/** Sign-in form: username and password, then a passkey or the code if 2FA is on. */
export function SignInForm() {
  const form = useSignInForm();
  const [isShown, setShown] = useState(false);
  return (
    <form noValidate onSubmit={form.onSubmit} aria-label="Sign in">
      <Stack spacing={2.5}>
        {form.error === null ? null : (
          <Alert severity="error">
            {form.error} {form.hint}
            {form.blockedUntil > 0 ? <WaitNotice key={form.blockedUntil} until={form.blockedUntil} /> : null}
          </Alert>
        )}
        <SignInField
          name="username"
          label="Username"
          value={form.values.username}
          onChange={(value) => form.change('username', value)}
          error={form.errorOf('username')}
          input={{
            autoComplete: 'username',
            autoFocus: true,
            inputProps: { autoCapitalize: 'none', spellCheck: false },
          }}
        />
        <SignInField
          name="password"
          label="Password"
          value={form.values.password}
          onChange={(value) => form.change('password', value)}
          error={form.errorOf('password')}
          input={{
            type: isShown ? 'text' : 'password',
            autoComplete: 'current-password',
            endAdornment: (
              <InputAdornment position="end">
                <IconButton
                  edge="end"
                  aria-label={isShown ? 'Hide password' : 'Show password'}
                  onClick={() => setShown(!isShown)}
                >
                  {isShown ? <VisibilityOff /> : <Visibility />}
                </IconButton>
              </InputAdornment>
            ),
          }}
        />
        {form.choices === null ? null : (
          <SecondFactorStep
            choices={form.choices}
            asksForCode={form.asksForCode}
            isBusy={form.isBusy}
            onPasskey={form.confirmWithPasskey}
            code={{
              value: form.values.code,
              onChange: (value) => form.change('code', value),
              error: form.errorOf('code'),
            }}
          />
        )}
        {form.choices === null || form.asksForCode ? (
          <SignInButton
            isBusy={form.isBusy}
            hasPasskey={form.choices !== null && form.choices.passkey !== null}
          />
        ) : null}
        {form.choices === null ? null : (
          <Button onClick={form.startOver} disabled={form.isBusy}>
            Back
          </Button>
        )}
      </Stack>
    </form>
  );
}
