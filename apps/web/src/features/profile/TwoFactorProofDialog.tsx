import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { disableTwoFactor, renewRecoveryCodes } from '@portal/contract/session';
import { useId, useState } from 'react';
import { call } from '#lib/portal.ts';
import { useInvalidateArea } from '#lib/query/endpoint-query.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { useToast } from '#ui/ToastProvider.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { useFocusOnOpen } from './use-focus-on-open.ts';

type Purpose = 'disable' | 'renew';

const TEXTS = {
  disable: {
    title: 'Turn off two-factor authentication',
    text: 'You will sign in with only your password. Your password must have at least 15 characters.',
    submit: 'Turn Off',
    failure: 'Failed to turn off two-factor authentication',
  },
  renew: {
    title: 'New recovery codes',
    text: 'Your current codes will stop working.',
    submit: 'Generate New Codes',
    failure: 'Failed to generate new recovery codes',
  },
} as const;

interface TwoFactorProofDialogProps {
  readonly open: boolean;
  readonly purpose: Purpose;
  readonly onClose: () => void;
}

/** Asks for password and code before 2FA is turned off or recovery codes are replaced. */
export function TwoFactorProofDialog({ open, ...props }: TwoFactorProofDialogProps) {
  const titleId = useId();
  return (
    <Dialog open={open} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId}>{TEXTS[props.purpose].title}</DialogTitle>
      <Proof {...props} />
    </Dialog>
  );
}

function Proof({ purpose, onClose }: Omit<TwoFactorProofDialogProps, 'open'>) {
  const texts = TEXTS[purpose];
  const toast = useToast();
  const invalidateArea = useInvalidateArea();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const form = useAppForm(renewRecoveryCodes.body, {
    defaultValues: { password: '', code: '' },
    errorFallback: texts.failure,
    onSubmit: async (body) => {
      if (purpose === 'renew') {
        setCodes((await call(renewRecoveryCodes, { body })).recoveryCodes);
      } else {
        await call(disableTwoFactor, { body });
        toast.success('Two-factor authentication is off.');
        onClose();
      }
      void invalidateArea('Users');
    },
  });
  useFocusOnOpen(form.methods, 'password');
  if (codes !== null) return <RecoveryCodes codes={codes} onDone={onClose} />;
  return (
    <DialogContent>
      <DialogContentText sx={{ mb: 2 }}>{texts.text}</DialogContentText>
      <Form form={form} guardsChanges={false}>
        <FormTextField
          control={form.control}
          name="password"
          label="Your password"
          type="password"
          autoComplete="current-password"
          required
        />
        <FormTextField
          control={form.control}
          name="code"
          label="Code"
          autoComplete="one-time-code"
          helperText="The 6-digit code from your app, or a recovery code"
          required
        />
        <FormActions onCancel={onClose} submitLabel={texts.submit} />
      </Form>
    </DialogContent>
  );
}
