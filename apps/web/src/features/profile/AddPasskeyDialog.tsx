import { Dialog, DialogTitle } from '@mui/material';
import { passkeyAdd, passkeyStart, type TwoFactorProof } from '@portal/contract/passkeys';
import { useId, useState } from 'react';
import { createPasskey } from '#lib/passkeys/passkeys.ts';
import { call } from '#lib/portal.ts';
import { useInvalidateArea } from '#lib/query/endpoint-query.ts';
import { useToast } from '#ui/ToastProvider.tsx';
import { describeDevice } from './describe-device.ts';
import { ProofForm, type Factors } from '#pickers/proof/ProofForm.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

interface AddPasskeyDialogProps {
  readonly open: boolean;
  readonly factors: Factors;
  readonly onClose: () => void;
}

/** Adds a passkey: name and password, the browser's own dialog, and recovery codes if the user has none yet. */
export function AddPasskeyDialog({ open, ...props }: AddPasskeyDialogProps) {
  const titleId = useId();
  return (
    <Dialog open={open} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>Add a passkey</DialogTitle>
      <Steps {...props} />
    </Dialog>
  );
}

function Steps({ factors, onClose }: Omit<AddPasskeyDialogProps, 'open'>) {
  const invalidateArea = useInvalidateArea();
  const toast = useToast();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const add = async (proof: TwoFactorProof, name: string) => {
    const passkey = await createPasskey(await call(passkeyStart, { body: proof }));
    const { recoveryCodes } = await call(passkeyAdd, { body: { name, passkey } });
    void invalidateArea('Users', 'Session');
    toast.success(`The passkey “${name}” was added.`);
    if (recoveryCodes.length > 0) setCodes(recoveryCodes);
    else onClose();
  };
  if (codes !== null) return <RecoveryCodes codes={codes} onDone={onClose} />;
  return (
    <ProofForm
      factors={factors}
      text="A passkey is stored on this device, on your phone or on a security key. You confirm it with your fingerprint, face or PIN."
      defaultName={describeDevice(navigator.userAgent)}
      submitLabel="Continue"
      errorFallback="Failed to add the passkey"
      onProof={add}
      onCancel={onClose}
    />
  );
}
