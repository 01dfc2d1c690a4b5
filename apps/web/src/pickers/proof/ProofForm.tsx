import { Alert, Button, DialogContent, DialogContentText, Typography } from '@mui/material';
import type { ResultOf } from '@portal/contract/endpoint';
import {
  passkeyChallenge,
  passkeyRenameBody,
  twoFactorProof,
  type twoFactorGet,
  type TwoFactorProof,
} from '@portal/contract/passkeys';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import { answerPasskey, passkeyProblem } from '#lib/passkeys/passkeys.ts';
import { call } from '#lib/portal.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { useAppForm, type AppForm } from '#ui/form/use-app-form.ts';
import { PasskeyProblem } from '#ui/PasskeyProblem.tsx';
import { useFocusOnOpen } from './use-focus-on-open.ts';
import { useIdentityCheck, type IdentityCheck } from './use-identity-check.ts';

/** How the user confirms sign-ins. */
export type Factors = ResultOf<typeof twoFactorGet>;

/** What the user gives besides the password. */
type Way = 'nothing' | 'code' | 'passkey';

const { password, code } = twoFactorProof.shape;
const { name } = passkeyRenameBody.shape;
const unused = z.string();
const schemaOf = (asks: { readonly name: boolean; readonly password: boolean; readonly code: boolean }) =>
  z.object({
    name: asks.name ? name : unused,
    password: asks.password ? password.unwrap() : unused,
    code: asks.code ? code.unwrap() : unused,
  });

type ProofInput = z.input<ReturnType<typeof schemaOf>>;

export interface ProofFormProps {
  readonly factors: Factors;
  readonly text: string;
  /** Also asks for a name, which starts with this one. */
  readonly defaultName?: string;
  readonly submitLabel: string;
  readonly isDanger?: boolean;
  /** 2FA will be off, so that the server also checks the length of the password. */
  readonly turnsOff?: boolean;
  /** Shown when the error has no message. */
  readonly errorFallback: string;
  /** If it rejects, the error is shown. `name` is blank unless asked for. */
  readonly onProof: (proof: TwoFactorProof, name: string) => Promise<void>;
  readonly onCancel: () => void;
}

/** Asks for the password and, with 2FA on, for a code or a passkey, before something about signing in changes. */
export function ProofForm(props: ProofFormProps) {
  const check = useIdentityCheck();
  return check.isPending ? null : <Proof {...props} check={check} />;
}

/** Says how to confirm without a password, in a practice with single sign-on. */
function IdentityNotice({ hasPassword, isConfirmed, ssoName }: IdentityCheck) {
  if (ssoName === null) return null;
  return (
    <Alert severity="info" sx={{ mb: 2 }}>
      {isConfirmed
        ? `You signed in with ${ssoName} just now, so no password is needed.`
        : `${hasPassword ? 'If you do not know your password, log out' : 'To confirm that it is you, log out'}, sign in with ${ssoName} again and come back here within 5 minutes.`}
    </Alert>
  );
}

function Proof({
  factors,
  defaultName,
  check,
  ...props
}: ProofFormProps & { readonly check: IdentityCheck }) {
  const isOn = factors.hasApp || factors.passkeys.length > 0;
  const asksName = defaultName !== undefined;
  const asksPassword = check.hasPassword && (props.turnsOff === true || !check.isConfirmed);
  const [way, setWay] = useState<Way>(() => {
    if (!isOn) return 'nothing';
    return canUsePasskey(factors) ? 'passkey' : 'code';
  });
  const schema = useMemo(
    () => schemaOf({ name: asksName, password: asksPassword, code: way === 'code' }),
    [asksName, asksPassword, way],
  );
  const form = useAppForm(schema, {
    defaultValues: { name: defaultName ?? '', password: '', code: '' },
    errorFallback: props.errorFallback,
    onSubmit: async (values) => {
      const identity = asksPassword ? { password: values.password } : {};
      await props.onProof({ ...identity, ...(await proofOf(way, values.code)) }, values.name);
    },
  });
  useFocusOnOpen(form.methods, firstField({ asksName, asksPassword }));
  return (
    <DialogContent>
      <DialogContentText sx={{ mb: 2 }}>{props.text}</DialogContentText>
      {props.turnsOff === true && asksPassword ? null : <IdentityNotice {...check} />}
      <Form form={form} guardsChanges={false}>
        {asksName ? (
          <FormTextField
            control={form.control}
            name="name"
            label="Name"
            helperText="So that you can tell your passkeys apart"
            required
          />
        ) : null}
        {asksPassword ? (
          <FormTextField
            control={form.control}
            name="password"
            label="Your password"
            type="password"
            autoComplete="current-password"
            required
          />
        ) : null}
        {way === 'code' ? <CodeField control={form.control} hasApp={factors.hasApp} /> : null}
        <WayChoice factors={factors} way={way} onChoose={setWay} />
        <FormActions
          onCancel={props.onCancel}
          submitLabel={props.submitLabel}
          isDanger={props.isDanger ?? false}
          isDisabled={!asksPassword && !check.isConfirmed}
        />
      </Form>
    </DialogContent>
  );
}

const canUsePasskey = ({ passkeys, passkeyAddress }: Factors): boolean =>
  passkeys.length > 0 && passkeyProblem(passkeyAddress) === null;

interface CodeFieldProps {
  readonly control: AppForm<ProofInput, ProofInput>['control'];
  readonly hasApp: boolean;
}

function CodeField({ control, hasApp }: CodeFieldProps) {
  return (
    <FormTextField
      control={control}
      name="code"
      label="Code"
      autoComplete="one-time-code"
      helperText={
        hasApp ? 'The 6-digit code from your app, or a recovery code' : 'One of your recovery codes'
      }
      required
    />
  );
}

interface WayChoiceProps {
  readonly factors: Factors;
  readonly way: Way;
  readonly onChoose: (way: Way) => void;
}

/** Says what follows with a passkey, or why it cannot be used, and changes between passkey and code. */
function WayChoice({ factors, way, onChoose }: WayChoiceProps) {
  const isUsable = canUsePasskey(factors);
  return (
    <>
      {factors.passkeys.length > 0 && !isUsable ? (
        <Typography component="div" color="textSecondary">
          <PasskeyProblem address={factors.passkeyAddress} />
        </Typography>
      ) : null}
      {way === 'passkey' ? (
        <Typography color="textSecondary">Your browser will then ask for one of your passkeys.</Typography>
      ) : null}
      {isUsable ? (
        <Button
          size="small"
          sx={{ alignSelf: 'flex-start' }}
          onClick={() => onChoose(way === 'code' ? 'passkey' : 'code')}
        >
          {way === 'code' ? 'Use a passkey instead' : 'Use a code instead'}
        </Button>
      ) : null}
    </>
  );
}

const firstField = ({
  asksName,
  asksPassword,
}: {
  readonly asksName: boolean;
  readonly asksPassword: boolean;
}) => {
  if (asksName) return 'name';
  return asksPassword ? 'password' : 'code';
};

async function proofOf(way: Way, entered: string): Promise<TwoFactorProof> {
  if (way === 'nothing') return {};
  if (way === 'code') return { code: entered };
  return { passkey: await answerPasskey(await call(passkeyChallenge, {})) };
}
