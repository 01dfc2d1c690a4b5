import KeyOutlined from '@mui/icons-material/KeyOutlined';
import { Button, Typography } from '@mui/material';
import type { SecondFactorChoices } from '@portal/contract/passkeys';
import { useEffect, useRef } from 'react';
import { passkeyProblem } from '#lib/passkeys/passkeys.ts';
import { PasskeyProblem } from '#ui/PasskeyProblem.tsx';
import { SignInField } from './SignInField.tsx';

interface SecondFactorStepProps {
  readonly choices: SecondFactorChoices;
  readonly asksForCode: boolean;
  readonly isBusy: boolean;
  readonly onPasskey: () => void;
  readonly code: {
    readonly value: string;
    readonly onChange: (value: string) => void;
    readonly error: string | undefined;
  };
}

/** The second step of sign-in: a passkey, or a code from the app or a recovery code. */
export function SecondFactorStep({ choices, asksForCode, isBusy, onPasskey, code }: SecondFactorStepProps) {
  const { passkey } = choices;
  const problem = passkey === null ? null : passkeyProblem(passkey.address);
  const canUsePasskey = passkey !== null && problem === null;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <>
      {canUsePasskey ? (
        <Button
          variant="contained"
          size="large"
          fullWidth
          ref={button}
          startIcon={<KeyOutlined />}
          disabled={isBusy}
          onClick={onPasskey}
        >
          Use Passkey
        </Button>
      ) : null}
      {passkey === null || problem === null ? null : (
        <Typography component="div" color="textSecondary">
          <PasskeyProblem address={passkey.address} />
        </Typography>
      )}
      {canUsePasskey && asksForCode ? (
        <Typography color="textSecondary" align="center">
          or
        </Typography>
      ) : null}
      {asksForCode ? (
        <SignInField
          name="code"
          label="Authentication code"
          value={code.value}
          onChange={code.onChange}
          error={code.error}
          help={
            choices.hasApp
              ? 'Enter the 6-digit code from your authenticator app, or one of your recovery codes.'
              : 'Enter one of your recovery codes.'
          }
          input={{
            autoComplete: 'one-time-code',
            autoFocus: !canUsePasskey,
            inputProps: { autoCapitalize: 'none', spellCheck: false },
          }}
        />
      ) : null}
    </>
  );
}
