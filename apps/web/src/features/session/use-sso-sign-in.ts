import type { BodyOf } from '@portal/contract/endpoint';
import { ssoSessionBody, type ssoSession } from '@portal/contract/single-sign-on';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { errorText } from '#lib/errors/error-text.ts';
import { session } from '#lib/portal.ts';
import type { SignInOutcome } from '#lib/session/session.ts';
import { forgetReturn, readReturn } from '#lib/session/sso-return.ts';
import { useSession } from '#lib/session/use-session.ts';
import { ssoMessage } from './sso-messages.ts';
import { useSecondFactor } from './use-second-factor.ts';

/** State of a sign-in with the issuer called `name`, after the browser has come back from it. */
export function useSsoSignIn(name: string) {
  const { isLoading, isAuthenticated } = useSession();
  const [back] = useState(readReturn);
  const [error, setError] = useState(
    back !== null && 'failure' in back ? ssoMessage(back.failure, name, back.account) : null,
  );
  const [step, setStep] = useState<'start' | 'exchange' | 'confirm' | 'password'>(
    back !== null && 'ticket' in back ? 'exchange' : 'start',
  );
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const [isSending, setSending] = useState(false);
  const [wasSubmitted, setSubmitted] = useState(false);
  const wasSent = useRef(false);
  const ticket = back !== null && 'ticket' in back ? back.ticket : null;

  const secondFactor = useSecondFactor(
    (passkey) => exchange(passkey === undefined ? {} : { passkey }),
    () => undefined,
  );
  const parsed = ssoSessionBody.shape.code.unwrap().safeParse(code);

  async function exchange(proof: Omit<BodyOf<typeof ssoSession>, 'ticket'>): Promise<SignInOutcome> {
    setError(null);
    const outcome = await session.signInWithTicket({ ticket: ticket ?? '', ...proof });
    secondFactor.settle(outcome);
    if (outcome.kind === 'twoFactor') setStep('confirm');
    if (outcome.kind !== 'failed') return outcome;
    session.clearError();
    if (outcome.error.code === 'PASSWORD_REQUIRED') {
      setStep('password');
      return outcome;
    }
    setError(errorText(outcome.error, ssoMessage('unavailable', 'The portal')));
    // A wrong code, passkey or password and a wait can be repaired here; otherwise the ticket is used up.
    const isFirst = proof.code === undefined && proof.passkey === undefined && proof.password === undefined;
    if (isFirst || outcome.error.code === 'SSO_EXPIRED') startOver();
    return outcome;
  }

  function startOver(): void {
    forgetReturn();
    setStep('start');
    secondFactor.startOver();
    setCode('');
    setPassword('');
    setSubmitted(false);
  }

  useEffect(() => {
    forgetReturn();
    if (ticket === null || wasSent.current) return;
    wasSent.current = true;
    void exchange({});
    // oxlint-disable-next-line react/exhaustive-deps -- the ticket is exchanged once
  }, []);

  return {
    error: error ?? secondFactor.error,
    /** What the user can confirm with; null until the portal asks for a second factor. */
    choices: step === 'confirm' ? secondFactor.choices : null,
    /** An administrator confirms with the password that the identity is theirs. */
    asksForPassword: step === 'password',
    password,
    passwordError: wasSubmitted && password === '' ? 'Password is required' : undefined,
    changePassword: setPassword,
    submitPassword: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      setSubmitted(true);
      if (password === '') return;
      setSending(true);
      void exchange({ password }).finally(() => setSending(false));
    },
    asksForCode: secondFactor.asksForCode,
    confirmWithPasskey: () => {
      setError(null);
      void secondFactor.confirmWithPasskey();
    },
    isBusy:
      step === 'exchange' ||
      (step === 'password' && (isSending || isAuthenticated)) ||
      (step === 'confirm' && (isLoading || isAuthenticated || secondFactor.isBusy)),
    code,
    codeError: wasSubmitted ? parsed.error?.issues[0]?.message : undefined,
    changeCode: setCode,
    submitCode: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      setSubmitted(true);
      secondFactor.clearError();
      if (parsed.success) void exchange({ code: parsed.data });
    },
    cancel: () => {
      setError(null);
      startOver();
    },
  };
}
