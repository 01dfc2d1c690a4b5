import type { BodyOf } from '@portal/contract/endpoint';
import { ssoSessionBody, type SsoFailure, type ssoSession } from '@portal/contract/single-sign-on';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { errorText } from '#lib/errors/error-text.ts';
import { session } from '#lib/portal.ts';
import type { SignInOutcome } from '#lib/session/session.ts';
import { forgetReturn, readReturn } from '#lib/session/sso-return.ts';
import { useSession } from '#lib/session/use-session.ts';
import { useSecondFactor } from './use-second-factor.ts';

/** What happened and what to do, for each way in which a single sign-on can fail. `name`: such as Entra ID; `account`: the username. */
function ssoMessage(failure: SsoFailure, name: string, account?: string): string {
  const messages: Record<SsoFailure, string> = {
    unavailable: `${name} did not answer. Try again in a moment.`,
    misconfigured: `${name} does not accept this portal’s request. Contact your administrator.`,
    denied: `${name} did not allow the sign-in, or you cancelled it. Try again, or contact your administrator.`,
    interrupted: `${name} could not finish the sign-in. Try again and complete every step there.`,
    expired: 'The sign-in took too long, was already used, or began in another browser. Please try again.',
    refused: `The answer of ${name} could not be verified. Please try again. If it happens again, contact your administrator.`,
    keys: `${name} has changed its keys. Try again in a minute.`,
    clock: `The answer of ${name} has expired, or the clocks of ${name} and of the portal differ by more than five minutes. Try again. If it happens again, contact your administrator.`,
    unknown: `No active account of this portal belongs to your sign-in at ${name}. Ask your administrator to check the email address of your account.`,
    unconfirmed:
      'Nobody has confirmed the email address of your account yet. Ask your administrator to check it in your account.',
    relink: `${account === undefined ? 'Your account' : `The account ${account}`} is linked to another identity at ${name}. Ask a SuperAdmin to relink it.`,
    domain: `Your account at ${name} does not belong to this practice. Sign in there with your account of the practice.`,
    stale: `${name} did not confirm that you signed in there again, which is needed after a logout or a break. Try again. If it happens again, contact your administrator.`,
    busy: 'Too many sign-ins at the same time from your network. Try again in a minute.',
  };
  return messages[failure];
}

type Proof = Omit<BodyOf<typeof ssoSession>, 'ticket'>;

/** What the user types to confirm. */
function useEntries() {
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const [wasSubmitted, setSubmitted] = useState(false);
  return {
    code,
    setCode,
    password,
    setPassword,
    wasSubmitted,
    submit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      setSubmitted(true);
    },
    clear: () => {
      setCode('');
      setPassword('');
      setSubmitted(false);
    },
  };
}

/** Exchanges the ticket for a session, as often as the portal asks for more proof. */
function useExchange(name: string, onStartOver: () => void) {
  const [back] = useState(readReturn);
  const [error, setError] = useState(
    back !== null && 'failure' in back ? ssoMessage(back.failure, name, back.account) : null,
  );
  const ticket = back !== null && 'ticket' in back ? back.ticket : null;
  const [step, setStep] = useState<'start' | 'exchange' | 'confirm' | 'password'>(
    ticket === null ? 'start' : 'exchange',
  );
  const wasSent = useRef(false);
  const secondFactor = useSecondFactor(
    (passkey) => exchange(passkey === undefined ? {} : { passkey }),
    () => undefined,
  );

  async function exchange(proof: Proof): Promise<SignInOutcome> {
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
    onStartOver();
  }

  useEffect(() => {
    forgetReturn();
    if (ticket === null || wasSent.current) return;
    wasSent.current = true;
    void exchange({});
    // oxlint-disable-next-line react/exhaustive-deps -- the ticket is exchanged once
  }, []);
  return { step, error, clearError: () => setError(null), secondFactor, exchange, startOver };
}

/** State of a sign-in with the issuer called `name`, after the browser has come back from it. */
export function useSsoSignIn(name: string) {
  const { isLoading, isAuthenticated } = useSession();
  const { code, password, wasSubmitted, ...entries } = useEntries();
  const { step, error, clearError, secondFactor, exchange, startOver } = useExchange(name, entries.clear);
  const [isSending, setSending] = useState(false);
  const parsed = ssoSessionBody.shape.code.unwrap().safeParse(code);

  return {
    error: error ?? secondFactor.error,
    /** What the user can confirm with; null until the portal asks for a second factor. */
    choices: step === 'confirm' ? secondFactor.choices : null,
    /** An administrator confirms with the password that the identity is theirs. */
    asksForPassword: step === 'password',
    password,
    passwordError: wasSubmitted && password === '' ? 'Password is required' : undefined,
    changePassword: entries.setPassword,
    submitPassword: (event: FormEvent<HTMLFormElement>) => {
      entries.submit(event);
      if (password === '') return;
      setSending(true);
      void exchange({ password }).finally(() => setSending(false));
    },
    asksForCode: secondFactor.asksForCode,
    confirmWithPasskey: () => {
      clearError();
      void secondFactor.confirmWithPasskey();
    },
    isBusy:
      step === 'exchange' ||
      (step === 'password' && (isSending || isAuthenticated)) ||
      (step === 'confirm' && (isLoading || isAuthenticated || secondFactor.isBusy)),
    code,
    codeError: wasSubmitted ? parsed.error?.issues[0]?.message : undefined,
    changeCode: entries.setCode,
    submitCode: (event: FormEvent<HTMLFormElement>) => {
      entries.submit(event);
      secondFactor.clearError();
      if (parsed.success) void exchange({ code: parsed.data });
    },
    cancel: () => {
      clearError();
      startOver();
    },
  };
}
