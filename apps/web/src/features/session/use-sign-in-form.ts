import { loginBody } from '@portal/contract/session';
import { useEffect, useState } from 'react';
import type { FormEvent } from 'react';
import type { ApiError } from '#lib/api/api-error.ts';
import { errorHint } from '#lib/errors/error-text.ts';
import { session } from '#lib/portal.ts';
import { useSession } from '#lib/session/use-session.ts';

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
  const [asksForCode, setAsksForCode] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [blockedUntil, setBlockedUntil] = useState(0);

  useEffect(() => session.clearError(), []);

  const body = asksForCode ? values : { username: values.username, password: values.password };
  const parsed = loginBody.safeParse(body);
  const errorOf = (field: Field): string | undefined =>
    wasSubmitted ? parsed.error?.issues.find(({ path }) => path[0] === field)?.message : undefined;

  async function submit(): Promise<void> {
    const outcome = await session.signIn(body);
    if (outcome.kind === 'twoFactor') {
      setAsksForCode(true);
      setSubmitted(false);
    }
    setFailure(outcome.kind === 'failed' ? outcome.error : null);
    const wait = outcome.kind === 'failed' ? outcome.error.retryAfter : null;
    setBlockedUntil(wait === null ? 0 : Date.now() + wait * 1000);
  }

  return {
    values,
    error,
    asksForCode,
    /** What the user can do about the error, if the server did not say when to retry. */
    hint: failure?.retryAfter === null ? errorHint(failure) : null,
    /** Milliseconds since 1970; 0 if the user can try again immediately. */
    blockedUntil,
    /** True from submit until the next screen appears. */
    isBusy: isLoading || isAuthenticated,
    errorOf,
    change: (field: Field, value: string) => setValues((before) => ({ ...before, [field]: value })),
    /** Goes back to username and password. */
    startOver: () => {
      setAsksForCode(false);
      setSubmitted(false);
      setValues((before) => ({ ...before, code: '' }));
      session.clearError();
    },
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      setSubmitted(true);
      if (parsed.success) void submit();
      else focusFirst(event.currentTarget, parsed.error.issues[0]?.path[0]);
    },
  };
}

function focusFirst(form: HTMLFormElement, name: PropertyKey | undefined): void {
  const field = typeof name === 'string' ? form.elements.namedItem(name) : null;
  if (field instanceof HTMLInputElement) field.focus();
}
