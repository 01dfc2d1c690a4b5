import { DialogContent, Stack, Typography } from '@mui/material';
import type { ResultOf } from '@portal/contract/endpoint';
import { enableTwoFactor, type startTwoFactor } from '@portal/contract/session';
import { call } from '#lib/portal.ts';
import { CopyButton } from '#ui/CopyButton.tsx';
import { QrCode } from '#ui/QrCode.tsx';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { useFocusOnOpen } from '#pickers/proof/use-focus-on-open.ts';

interface SetupCodeStepProps {
  readonly setup: ResultOf<typeof startTwoFactor>;
  readonly onCancel: () => void;
  readonly onEnabled: (recoveryCodes: readonly string[]) => void;
}

const inGroups = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');

/** Second step: the user adds the secret to the app and confirms with a code. */
export function SetupCodeStep({ setup, onCancel, onEnabled }: SetupCodeStepProps) {
  const form = useAppForm(enableTwoFactor.body, {
    defaultValues: { code: '' },
    errorFallback: 'Failed to verify the code',
    onSubmit: async (body) => onEnabled((await call(enableTwoFactor, { body })).recoveryCodes),
  });
  useFocusOnOpen(form.methods, 'code');
  return (
    <DialogContent>
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={3} sx={{ mb: 3 }}>
        <QrCode text={setup.uri} label="QR code for your authenticator app" />
        <Stack spacing={1.5} sx={{ alignItems: 'flex-start' }}>
          <Typography>1. Open your authenticator app and scan this code.</Typography>
          <Typography color="textSecondary">If you cannot scan it, enter this key:</Typography>
          <Typography component="code" sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
            {inGroups(setup.secret)}
          </Typography>
          <CopyButton text={setup.secret} label="Copy key" />
        </Stack>
      </Stack>
      <Typography sx={{ mb: 1.5 }}>2. Enter the 6-digit code the app shows.</Typography>
      <Form form={form} guardsChanges={false}>
        <FormTextField
          control={form.control}
          name="code"
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
        />
        <FormActions onCancel={onCancel} submitLabel="Turn On" />
      </Form>
    </DialogContent>
  );
}
