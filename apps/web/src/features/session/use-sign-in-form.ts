import type { SecondFactorChoices } from '@portal/contract/passkeys';
import { loginBody } from '@portal/contract/session';
import { useEffect, useState } from 'react';
import type { FormEvent } from 'react';
import type { ApiError } from '#lib/api/api-error.ts';
import { answerPasskey, PasskeyError } from '#lib/passkeys/passkeys.ts';
import { errorHint } from '#lib/errors/error-text.ts';
import { session } from '#lib/portal.ts';
import type { SignInOutcome } from '#lib/session/session.ts';
import { useSession } from '#lib/session/use-session.ts';

type Field = 'username' | 'password' | 'code';
type Values = Record<Field, string>;

interface PasskeyState {
  /** The request of the choices was sent to a passkey. */
  readonly isUsed: boolean;
  readonly isBusy: boolean;
  readonly error: string | null;
}
const UNUSED: PasskeyState = { isUsed: false, isBusy: false, error: null };

/**
 * State of the sign-in form. It does not use the form library, which is too large for three fields on a screen that must load
 * fast. Validates with the server's schema on submit, then again on change.
 */
export function useSignInForm() {
  const { isLoading, isAuthenticated, error } = useSession();
  const [values, setValues] = useState<Values>({ username: '', password: '', code: '' });
  const [wasSubmitted, setSubmitted] = useState(false);
  const [choices, setChoices] = useState<SecondFactorChoices | null>(null);
  const [passkey, setPasskey] = useState<PasskeyState>(UNUSED);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [blockedUntil, setBlockedUntil] = useState(0);

  useEffect(() => session.clearError(), []);

  const asksForCode = choices !== null && (choices.hasApp || choices.hasRecoveryCodes);
  const credentials = { username: values.username, password: values.password };
  const body = asksForCode ? values : credentials;
  const parsed = loginBody.safeParse(body);
  const errorOf = (field: Field): string | undefined =>
    wasSubmitted ? parsed.error?.issues.find(({ path }) => path[0] === field)?.message : undefined;

  function settle(outcome: SignInOutcome): void {
    if (outcome.kind === 'twoFactor') {
      setChoices(outcome.choices);
      setPasskey(UNUSED);
      setSubmitted(false);
    }
    setFailure(outcome.kind === 'failed' ? outcome.error : null);
    const wait = outcome.kind === 'failed' ? outcome.error.retryAfter : null;
    setBlockedUntil(wait === null ? 0 : Date.now() + wait * 1000);
  }

  /** A request can be answered once; for another try, the server sends a new one. */
  async function findRequest() {
    if (!passkey.isUsed) return choices?.passkey?.request;
    const outcome = await session.signIn(credentials);
    settle(outcome);
    return outcome.kind === 'twoFactor' ? outcome.choices.passkey?.request : undefined;
  }

  async function confirmWithPasskey(): Promise<void> {
    session.clearError();
    setFailure(null);
    setPasskey({ isUsed: passkey.isUsed, isBusy: true, error: null });
    try {
      const request = await findRequest();
      if (request === undefined) return setPasskey({ ...UNUSED, isUsed: true });
      const answer = await answerPasskey(request);
      settle(await session.signIn({ ...credentials, passkey: answer }));
      return setPasskey({ ...UNUSED, isUsed: true });
    } catch (cause) {
      if (!(cause instanceof PasskeyError)) throw cause;
      return setPasskey({ isUsed: true, isBusy: false, error: cause.message });
    }
  }

  return {
    values,
    error: error ?? passkey.error,
    choices,
    asksForCode,
    confirmWithPasskey,
    /** What the user can do about the error, if the server did not say when to retry. */
    hint: failure?.retryAfter === null ? errorHint(failure) : null,
    /** Milliseconds since 1970; 0 if the user can try again immediately. */
    blockedUntil,
    /** True from submit until the next screen appears. */
    isBusy: isLoading || isAuthenticated || passkey.isBusy,
    errorOf,
    change: (field: Field, value: string) => setValues((before) => ({ ...before, [field]: value })),
    /** Goes back to username and password. */
    startOver: () => {
      setChoices(null);
      setPasskey(UNUSED);
      setFailure(null);
      setSubmitted(false);
      setValues((before) => ({ ...before, code: '' }));
      session.clearError();
    },
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      setSubmitted(true);
      setPasskey({ ...passkey, error: null });
      if (parsed.success) void session.signIn(body).then(settle);
      else focusFirst(event.currentTarget, parsed.error.issues[0]?.path[0]);
    },
  };
}

function focusFirst(form: HTMLFormElement, name: PropertyKey | undefined): void {
  const field = typeof name === 'string' ? form.elements.namedItem(name) : null;
  if (field instanceof HTMLInputElement) field.focus();
}
