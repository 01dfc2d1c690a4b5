import { Dialog, DialogTitle } from '@mui/material';
import { startTwoFactor } from '@portal/contract/session';
import type { ResultOf } from '@portal/contract/endpoint';
import { useId, useState } from 'react';
import { call } from '#lib/portal.ts';
import { useInvalidateArea } from '#lib/query/endpoint-query.ts';
import { useToast } from '#ui/ToastProvider.tsx';
import { ProofForm, type Factors } from '#pickers/proof/ProofForm.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { SetupCodeStep } from './SetupCodeStep.tsx';

interface TwoFactorSetupDialogProps {
  readonly open: boolean;
  readonly factors: Factors;
  readonly onClose: () => void;
}

/** Setup of an authenticator app in three steps: password, app, recovery codes if the user has none yet. */
export function TwoFactorSetupDialog({ open, ...props }: TwoFactorSetupDialogProps) {
  const titleId = useId();
  return (
    <Dialog open={open} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>Set up two-factor authentication</DialogTitle>
      <Steps {...props} />
    </Dialog>
  );
}

interface SetupPasswordStepProps {
  readonly factors: Factors;
  readonly onCancel: () => void;
  readonly onStarted: (setup: ResultOf<typeof startTwoFactor>) => void;
}

/** First step: asks for the password, so that nobody else can set up 2FA in an open session. */
function SetupPasswordStep({ factors, onCancel, onStarted }: SetupPasswordStepProps) {
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

/** A separate component inside the dialog, so that the secret and the codes are discarded when it closes. */
function Steps({ factors, onClose }: Omit<TwoFactorSetupDialogProps, 'open'>) {
  const invalidateArea = useInvalidateArea();
  const toast = useToast();
  const [setup, setSetup] = useState<ResultOf<typeof startTwoFactor> | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null) return <RecoveryCodes codes={codes} onDone={onClose} />;
  if (setup === null) return <SetupPasswordStep factors={factors} onCancel={onClose} onStarted={setSetup} />;
  return (
    <SetupCodeStep
      setup={setup}
      onCancel={onClose}
      onEnabled={(recoveryCodes) => {
        void invalidateArea('Users', 'Session');
        if (recoveryCodes.length > 0) return setCodes(recoveryCodes);
        toast.success('The authenticator app was added.');
        return onClose();
      }}
    />
  );
}
