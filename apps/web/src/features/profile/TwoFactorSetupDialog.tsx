import Dialog from '@mui/material/Dialog';
import DialogTitle from '@mui/material/DialogTitle';
import type { startTwoFactor } from '@portal/contract/session';
import type { ResultOf } from '@portal/contract/endpoint';
import { useId, useState } from 'react';
import { useInvalidateArea } from '#lib/query/endpoint-query.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { SetupCodeStep } from './SetupCodeStep.tsx';
import { SetupPasswordStep } from './SetupPasswordStep.tsx';

interface TwoFactorSetupDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** 2FA setup in three steps: password, authenticator app, recovery codes. */
export function TwoFactorSetupDialog({ open, onClose }: TwoFactorSetupDialogProps) {
  const titleId = useId();
  return (
    <Dialog open={open} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>Set up two-factor authentication</DialogTitle>
      <Steps onClose={onClose} />
    </Dialog>
  );
}

/** A separate component inside the dialog, so that the secret and the codes are discarded when it closes. */
function Steps({ onClose }: { readonly onClose: () => void }) {
  const invalidateArea = useInvalidateArea();
  const [setup, setSetup] = useState<ResultOf<typeof startTwoFactor> | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null) return <RecoveryCodes codes={codes} onDone={onClose} />;
  if (setup === null) return <SetupPasswordStep onCancel={onClose} onStarted={setSetup} />;
  return (
    <SetupCodeStep
      setup={setup}
      onCancel={onClose}
      onEnabled={(recoveryCodes) => {
        setCodes(recoveryCodes);
        void invalidateArea('Users');
      }}
    />
  );
}
