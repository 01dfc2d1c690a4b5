import type { ResultOf } from '@portal/contract/endpoint';
import { startTwoFactor } from '@portal/contract/session';
import { call } from '#lib/portal.ts';
import { ProofForm, type Factors } from '#pickers/proof/ProofForm.tsx';

interface SetupPasswordStepProps {
  readonly factors: Factors;
  readonly onCancel: () => void;
  readonly onStarted: (setup: ResultOf<typeof startTwoFactor>) => void;
}

/** First step: asks for the password, so that nobody else can set up 2FA in an open session. */
export function SetupPasswordStep({ factors, onCancel, onStarted }: SetupPasswordStepProps) {
  return (
    <ProofForm
      factors={factors}
      text="You need an authenticator app on your phone, for example Microsoft Authenticator, Google Authenticator or 1Password."
      submitLabel="Continue"
      errorFallback="Failed to start the setup"
      onProof={async (body) => onStarted(await call(startTwoFactor, { body }))}
      onCancel={onCancel}
    />
  );
}
