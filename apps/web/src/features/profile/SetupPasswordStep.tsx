import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import type { ResultOf } from '@portal/contract/endpoint';
import { startTwoFactor } from '@portal/contract/session';
import { call } from '#lib/portal.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { useFocusOnOpen } from './use-focus-on-open.ts';

interface SetupPasswordStepProps {
  readonly onCancel: () => void;
  readonly onStarted: (setup: ResultOf<typeof startTwoFactor>) => void;
}

/** First step: asks for the password, so that nobody else can set up 2FA in an open session. */
export function SetupPasswordStep({ onCancel, onStarted }: SetupPasswordStepProps) {
  const form = useAppForm(startTwoFactor.body, {
    defaultValues: { password: '' },
    errorFallback: 'Failed to start the setup',
    onSubmit: async (body) => onStarted(await call(startTwoFactor, { body })),
  });
  useFocusOnOpen(form.methods, 'password');
  return (
    <DialogContent>
      <DialogContentText sx={{ mb: 2 }}>
        You need an authenticator app on your phone, for example Microsoft Authenticator, Google Authenticator
        or 1Password.
      </DialogContentText>
      <Form form={form} guardsChanges={false}>
        <FormTextField
          control={form.control}
          name="password"
          label="Your password"
          type="password"
          autoComplete="current-password"
          required
        />
        <FormActions onCancel={onCancel} submitLabel="Continue" />
      </Form>
    </DialogContent>
  );
}
