import Button from '@mui/material/Button';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import Typography from '@mui/material/Typography';
import type { ResultOf } from '@portal/contract/endpoint';
import { passkeyChallenge, passkeyRenameBody, twoFactorProof } from '@portal/contract/passkeys';
import type { twoFactorGet, TwoFactorProof } from '@portal/contract/passkeys';
import { useState } from 'react';
import { z } from 'zod';
import { answerPasskey, passkeyProblem } from '#lib/passkeys/passkeys.ts';
import { call } from '#lib/portal.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { useFocusOnOpen } from './use-focus-on-open.ts';

/** How the user confirms sign-ins. */
export type Factors = ResultOf<typeof twoFactorGet>;

/** What the user gives besides the password. */
type Way = 'nothing' | 'code' | 'passkey';

const { password, code } = twoFactorProof.shape;
const unused = z.string();
const schemas = {
  code: z.object({ name: unused, password, code: code.unwrap() }),
  other: z.object({ name: unused, password, code: unused }),
};
const withName = (schema: typeof schemas.code | typeof schemas.other) =>
  schema.extend(passkeyRenameBody.shape);

interface ProofFormProps {
  readonly factors: Factors;
  readonly text: string;
  /** Also asks for a name, which starts with this one. */
  readonly defaultName?: string;
  readonly submitLabel: string;
  readonly isDanger?: boolean;
  /** Shown when the error has no message. */
  readonly errorFallback: string;
  /** If it rejects, the error is shown. `name` is blank unless asked for. */
  readonly onProof: (proof: TwoFactorProof, name: string) => Promise<void>;
  readonly onCancel: () => void;
}

/** Asks for the password and, with 2FA on, for a code or a passkey, before something about signing in changes. */
export function ProofForm({ factors, defaultName, ...props }: ProofFormProps) {
  const isOn = factors.hasApp || factors.passkeys.length > 0;
  const canUsePasskey = factors.passkeys.length > 0 && passkeyProblem(factors.passkeyAddress) === null;
  const [way, setWay] = useState<Way>(() => {
    if (!isOn) return 'nothing';
    return canUsePasskey ? 'passkey' : 'code';
  });
  const schema = schemas[way === 'code' ? 'code' : 'other'];
  const form = useAppForm(defaultName === undefined ? schema : withName(schema), {
    defaultValues: { name: defaultName ?? '', password: '', code: '' },
    errorFallback: props.errorFallback,
    onSubmit: async (values) => props.onProof(await proofOf(way, values), values.name),
  });
  useFocusOnOpen(form.methods, defaultName === undefined ? 'password' : 'name');
  return (
    <DialogContent>
      <DialogContentText sx={{ mb: 2 }}>{props.text}</DialogContentText>
      <Form form={form} guardsChanges={false}>
        {defaultName === undefined ? null : (
          <FormTextField
            control={form.control}
            name="name"
            label="Name"
            maxLength={60}
            helperText="So that you can tell your passkeys apart"
            required
          />
        )}
        <FormTextField
          control={form.control}
          name="password"
          label="Your password"
          type="password"
          autoComplete="current-password"
          required
        />
        {way === 'code' ? (
          <FormTextField
            control={form.control}
            name="code"
            label="Code"
            autoComplete="one-time-code"
            helperText={
              factors.hasApp
                ? 'The 6-digit code from your app, or a recovery code'
                : 'One of your recovery codes'
            }
            required
          />
        ) : null}
        {way === 'passkey' ? (
          <Typography color="textSecondary">Your browser will then ask for one of your passkeys.</Typography>
        ) : null}
        {canUsePasskey ? (
          <Button
            size="small"
            sx={{ alignSelf: 'flex-start' }}
            onClick={() => setWay(way === 'code' ? 'passkey' : 'code')}
          >
            {way === 'code' ? 'Use a passkey instead' : 'Use a code instead'}
          </Button>
        ) : null}
        <FormActions
          onCancel={props.onCancel}
          submitLabel={props.submitLabel}
          isDanger={props.isDanger ?? false}
        />
      </Form>
    </DialogContent>
  );
}

async function proofOf(
  way: Way,
  values: { readonly password: string; readonly code: string },
): Promise<TwoFactorProof> {
  if (way === 'nothing') return { password: values.password };
  if (way === 'code') return { password: values.password, code: values.code };
  return { password: values.password, passkey: await answerPasskey(await call(passkeyChallenge, {})) };
}
