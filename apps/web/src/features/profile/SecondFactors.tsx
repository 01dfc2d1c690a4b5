import { Alert, Box, Button } from '@mui/material';
import { MAX_PASSKEYS } from '@portal/contract/passkeys';
import { useState } from 'react';
import { passkeyProblem } from '#lib/passkeys/passkeys.ts';
import { PasskeyProblem } from '#ui/PasskeyProblem.tsx';
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx';
import { PasskeyList } from './PasskeyList.tsx';
import type { Factors } from '#pickers/proof/ProofForm.tsx';
import { SettingRow } from './SettingRow.tsx';
import type { ProofPurpose } from './TwoFactorProofDialog.tsx';
import { TwoFactorSetupDialog } from './TwoFactorSetupDialog.tsx';

interface SecondFactorsProps {
  readonly factors: Factors;
  readonly isRequired: boolean;
  /** Removing needs a proof. */
  readonly onRemove: (purpose: ProofPurpose) => void;
}

/** The authenticator app and the passkeys, with which the user confirms sign-ins. */
export function SecondFactors({ factors, isRequired, onRemove }: SecondFactorsProps) {
  const [open, setOpen] = useState<'app' | 'passkey' | null>(null);
  const close = () => setOpen(null);
  const { hasApp, passkeys } = factors;
  const problem = passkeyProblem(factors.passkeyAddress);
  // The last one stays while it is required.
  const canRemove = !isRequired || passkeys.length + (hasApp ? 1 : 0) > 1;
  return (
    <>
      <SettingRow
        title="Authenticator app"
        text={hasApp ? 'Your app shows a new code every 30 seconds.' : 'An app on your phone shows a code.'}
        actions={
          hasApp ? (
            canRemove && (
              <Button
                variant="outlined"
                color="error"
                aria-label="Remove the authenticator app"
                onClick={() => onRemove({ kind: 'removeApp' })}
              >
                Remove
              </Button>
            )
          ) : (
            <Button variant="outlined" onClick={() => setOpen('app')}>
              Set Up
            </Button>
          )
        }
      />
      <Box>
        <SettingRow
          title="Passkeys"
          text="Confirm with your fingerprint, face, PIN or a security key."
          actions={
            problem === null && passkeys.length < MAX_PASSKEYS ? (
              <Button variant="outlined" onClick={() => setOpen('passkey')}>
                Add a Passkey
              </Button>
            ) : null
          }
        />
        {problem === null ? null : (
          <Alert severity="info" sx={{ mt: 1 }}>
            <PasskeyProblem address={factors.passkeyAddress} />
          </Alert>
        )}
        {passkeys.length < MAX_PASSKEYS ? null : (
          <Alert severity="info" sx={{ mt: 1 }}>
            You have {MAX_PASSKEYS} passkeys. Remove one to add another.
          </Alert>
        )}
        {passkeys.length === 0 ? null : (
          <PasskeyList
            passkeys={passkeys}
            onRemove={canRemove ? (passkey) => onRemove({ kind: 'removePasskey', passkey }) : undefined}
          />
        )}
      </Box>
      <TwoFactorSetupDialog open={open === 'app'} factors={factors} onClose={close} />
      <AddPasskeyDialog open={open === 'passkey'} factors={factors} onClose={close} />
    </>
  );
}
