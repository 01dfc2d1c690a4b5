import { Dialog, DialogTitle } from '@mui/material';
import {
  passkeyRemove,
  twoFactorAppRemove,
  type Passkey,
  type TwoFactorProof,
} from '@portal/contract/passkeys';
import { disableTwoFactor, renewRecoveryCodes } from '@portal/contract/session';
import { useId, useState } from 'react';
import { call } from '#lib/portal.ts';
import { useInvalidateArea } from '#lib/query/endpoint-query.ts';
import { useToast } from '#ui/ToastProvider.tsx';
import { ProofForm, type Factors } from '#pickers/proof/ProofForm.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { useIdentityCheck } from '#pickers/proof/use-identity-check.ts';

/** What the user wants to do. */
export type ProofPurpose =
  | { readonly kind: 'disable' }
  | { readonly kind: 'renew' }
  | { readonly kind: 'removeApp' }
  | { readonly kind: 'removePasskey'; readonly passkey: Passkey };

const ONLY_PASSWORD =
  'You will sign in with only your password. Your password must have at least 15 characters.';
const ONLY_SSO = 'You will sign in without confirming it in the portal.';
const OFF = 'Two-factor authentication is off.';

interface Texts {
  readonly title: string;
  readonly text: string;
  readonly submit: string;
  readonly failure: string;
  /** Null: new codes are shown instead. */
  readonly done: string | null;
  /** 2FA is off afterwards. */
  readonly turnsOff: boolean;
}

/** The texts of the dialog. Without anything else that confirms sign-ins, removing turns off 2FA. */
function textsOf(purpose: ProofPurpose, { hasApp, passkeys }: Factors, hasPassword: boolean): Texts {
  const rule = hasPassword ? ONLY_PASSWORD : ONLY_SSO;
  if (purpose.kind === 'renew')
    return {
      title: 'New recovery codes',
      text: 'Your current codes will stop working.',
      submit: 'Generate New Codes',
      failure: 'Failed to generate new recovery codes',
      done: null,
      turnsOff: false,
    };
  if (purpose.kind === 'disable')
    return {
      title: 'Turn off two-factor authentication',
      text: `${passkeys.length === 0 ? '' : 'This removes all your passkeys and recovery codes. '}${rule}`,
      submit: 'Turn Off',
      failure: 'Failed to turn off two-factor authentication',
      done: OFF,
      turnsOff: true,
    };
  const isLast = passkeys.length + (hasApp ? 1 : 0) === 1;
  const last = `This turns off two-factor authentication and removes your recovery codes. ${rule}`;
  if (purpose.kind === 'removeApp')
    return {
      title: 'Remove the authenticator app',
      text: isLast
        ? last
        : 'Codes from your app will stop working. Your passkeys and recovery codes keep working.',
      submit: 'Remove',
      failure: 'Failed to remove the authenticator app',
      done: isLast ? OFF : 'The authenticator app was removed.',
      turnsOff: isLast,
    };
  const { name } = purpose.passkey;
  return {
    title: `Remove the passkey “${name}”`,
    text: isLast
      ? last
      : 'You can no longer sign in with it. Your recovery codes keep working. Delete it on your device as well.',
    submit: 'Remove',
    failure: 'Failed to remove the passkey',
    done: isLast ? OFF : `The passkey “${name}” was removed.`,
    turnsOff: isLast,
  };
}

interface TwoFactorProofDialogProps {
  /** Null: closed. */
  readonly purpose: ProofPurpose | null;
  readonly factors: Factors;
  readonly onClose: () => void;
}

/** Asks for the password and a code or passkey before 2FA is reduced or recovery codes are replaced. */
export function TwoFactorProofDialog({ purpose, factors, onClose }: TwoFactorProofDialogProps) {
  const titleId = useId();
  return (
    <Dialog open={purpose !== null} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      {purpose === null ? null : (
        <Proof purpose={purpose} factors={factors} titleId={titleId} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface ProofProps extends TwoFactorProofDialogProps {
  readonly purpose: ProofPurpose;
  readonly titleId: string;
}

function Proof(props: ProofProps) {
  const { isPending, hasPassword } = useIdentityCheck();
  return isPending ? null : <Steps {...props} hasPassword={hasPassword} />;
}

function Steps({
  purpose,
  factors,
  titleId,
  onClose,
  hasPassword,
}: ProofProps & { readonly hasPassword: boolean }) {
  // Kept from the start, because the factors change when the dialog is done.
  const [texts] = useState(() => textsOf(purpose, factors, hasPassword));
  const toast = useToast();
  const invalidateArea = useInvalidateArea();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const onProof = async (body: TwoFactorProof) => {
    const recoveryCodes = await send(purpose, body);
    void invalidateArea('Users', 'Session');
    if (recoveryCodes !== null) return setCodes(recoveryCodes);
    if (texts.done !== null) toast.success(texts.done);
    return onClose();
  };
  return (
    <>
      <DialogTitle id={titleId}>{texts.title}</DialogTitle>
      {codes === null ? (
        <ProofForm
          factors={factors}
          text={texts.text}
          submitLabel={texts.submit}
          isDanger={purpose.kind !== 'renew'}
          turnsOff={texts.turnsOff}
          errorFallback={texts.failure}
          onProof={onProof}
          onCancel={onClose}
        />
      ) : (
        <RecoveryCodes codes={codes} onDone={onClose} />
      )}
    </>
  );
}

/** Makes the change and returns new recovery codes, if that is what it makes. */
async function send(purpose: ProofPurpose, body: TwoFactorProof): Promise<readonly string[] | null> {
  if (purpose.kind === 'renew') return (await call(renewRecoveryCodes, { body })).recoveryCodes;
  if (purpose.kind === 'disable') await call(disableTwoFactor, { body });
  if (purpose.kind === 'removeApp') await call(twoFactorAppRemove, { body });
  if (purpose.kind === 'removePasskey')
    await call(passkeyRemove, { params: { id: purpose.passkey.id }, body });
  return null;
}
