import { loginBody } from '@portal/contract/session';
import { useEffect, useState, type FormEvent } from 'react';
import type { ApiError } from '#lib/api/api-error.ts';
import { errorHint } from '#lib/errors/error-text.ts';
import { session } from '#lib/portal.ts';
import type { SignInOutcome } from '#lib/session/session.ts';
import { useSession } from '#lib/session/use-session.ts';
import { useSecondFactor } from './use-second-factor.ts';

type Field = 'username' | 'password' | 'code';
type Values = Record<Field, string>;

/**
 * State of the sign-in form. It does not use the form library, which is too large for three fields on a screen that must load
 * fast. Validates with the server's schema on submit, then again on change.
 */
export function useSignInForm() {
  const { isLoading, isAuthenticated, error } = useSession();
  const [values, setValues] = useState<Values>({ username: '', password: '', code: '' });
  const [wasSubmitted, setSubmitted] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [blockedUntil, setBlockedUntil] = useState(0);

  useEffect(() => session.clearError(), []);

  const credentials = { username: values.username, password: values.password };
  const secondFactor = useSecondFactor(
    (passkey) => session.signIn({ ...credentials, ...(passkey === undefined ? {} : { passkey }) }),
    settle,
  );
  const body = secondFactor.asksForCode ? values : credentials;
  const parsed = loginBody.safeParse(body);
  const errorOf = (field: Field): string | undefined =>
    wasSubmitted ? parsed.error?.issues.find(({ path }) => path[0] === field)?.message : undefined;

  function settle(outcome: SignInOutcome): void {
    secondFactor.settle(outcome);
    if (outcome.kind === 'twoFactor') setSubmitted(false);
    setFailure(outcome.kind === 'failed' ? outcome.error : null);
    const wait = outcome.kind === 'failed' ? outcome.error.retryAfter : null;
    setBlockedUntil(wait === null ? 0 : Date.now() + wait * 1000);
  }

  return {
    values,
    error: error ?? secondFactor.error,
    choices: secondFactor.choices,
    asksForCode: secondFactor.asksForCode,
    confirmWithPasskey: () => {
      setFailure(null);
      void secondFactor.confirmWithPasskey();
    },
    /** What the user can do about the error, if the server did not say when to retry. */
    hint: failure?.retryAfter === null ? errorHint(failure) : null,
    /** Milliseconds since 1970; 0 if the user can try again immediately. */
    blockedUntil,
    /** True from submit until the next screen appears. */
    isBusy: isLoading || isAuthenticated || secondFactor.isBusy,
    errorOf,
    change: (field: Field, value: string) => setValues((before) => ({ ...before, [field]: value })),
    /** Goes back to username and password. */
    startOver: () => {
      secondFactor.startOver();
      setFailure(null);
      setSubmitted(false);
      setValues((before) => ({ ...before, code: '' }));
      session.clearError();
    },
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      setSubmitted(true);
      secondFactor.clearError();
      if (parsed.success) void session.signIn(body).then(settle);
      else focusFirst(event.currentTarget, parsed.error.issues[0]?.path[0]);
    },
  };
}

function focusFirst(form: HTMLFormElement, name: PropertyKey | undefined): void {
  const field = typeof name === 'string' ? form.elements.namedItem(name) : null;
  if (field instanceof HTMLInputElement) field.focus();
}
