import type { PasskeyAnswer, SecondFactorChoices } from '@portal/contract/passkeys';
import { useState } from 'react';
import { answerPasskey, PasskeyError } from '#lib/passkeys/passkeys.ts';
import { session } from '#lib/portal.ts';
import type { SignInOutcome } from '#lib/session/session.ts';

interface PasskeyState {
  /** The request of the choices was sent to a passkey. */
  readonly isUsed: boolean;
  readonly isBusy: boolean;
  readonly error: string | null;
}
const UNUSED: PasskeyState = { isUsed: false, isBusy: false, error: null };

/** What the user can confirm a sign-in with besides a passkey: a code from the app, or a recovery code. */
const asksForCode = (choices: SecondFactorChoices | null): boolean =>
  choices !== null && (choices.hasApp || choices.hasRecoveryCodes);

/**
 * State of the second step of a sign-in. `send` sends the sign-in again, with the answer of a passkey if there is one; `onOutcome`
 * gets what comes of it and passes it to `settle`.
 */
export function useSecondFactor(
  send: (passkey?: PasskeyAnswer) => Promise<SignInOutcome>,
  onOutcome: (outcome: SignInOutcome) => void,
) {
  const [choices, setChoices] = useState<SecondFactorChoices | null>(null);
  const [passkey, setPasskey] = useState<PasskeyState>(UNUSED);

  /** A request can be answered once; for another try, the server sends a new one. */
  async function findRequest() {
    if (!passkey.isUsed) return choices?.passkey?.request;
    const outcome = await send();
    onOutcome(outcome);
    return outcome.kind === 'twoFactor' ? outcome.choices.passkey?.request : undefined;
  }

  async function confirmWithPasskey(): Promise<void> {
    session.clearError();
    setPasskey({ isUsed: passkey.isUsed, isBusy: true, error: null });
    try {
      const request = await findRequest();
      if (request !== undefined) onOutcome(await send(await answerPasskey(request)));
      return setPasskey({ ...UNUSED, isUsed: true });
    } catch (cause) {
      if (!(cause instanceof PasskeyError)) throw cause;
      return setPasskey({ isUsed: true, isBusy: false, error: cause.message });
    }
  }

  return {
    /** Null until the server asks for a second factor. */
    choices,
    asksForCode: asksForCode(choices),
    isBusy: passkey.isBusy,
    error: passkey.error,
    confirmWithPasskey,
    clearError: () => setPasskey({ ...passkey, error: null }),
    settle: (outcome: SignInOutcome) => {
      if (outcome.kind !== 'twoFactor') return;
      setChoices(outcome.choices);
      setPasskey(UNUSED);
    },
    startOver: () => {
      setChoices(null);
      setPasskey(UNUSED);
    },
  };
}
