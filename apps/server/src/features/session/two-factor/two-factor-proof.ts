import { ERRORS } from '@portal/contract/errors';
import type { SecondFactorChoices, TwoFactorProof } from '@portal/contract/passkeys';
import { PASSWORD_MIN } from '@portal/domain/password';
import { AppError, conflict, fieldError } from '#platform/app-error.ts';
import type { RequestContext, SignedInContext } from '#request/context.ts';
import type { Account } from '../account-repo.ts';
import { limitCodeAttempts } from '../attempt-limits.ts';
import { confirmIdentity } from '../confirm-identity.ts';
import { maySignInWithPassword } from '../password-sign-in.ts';
import { requestPasskey, usePasskey } from '../passkeys/passkey-answer.ts';
import type { Purpose } from '../passkeys/passkey-ceremony.ts';
import { useCode } from './two-factor-code.ts';
import { findTwoFactor } from './two-factor-repo.ts';

/** What confirmed that it is the user, besides the password. */
export type SecondFactor = 'app' | 'recovery code' | 'passkey';

/** A code, or the answer of a passkey. If there are both, only the answer counts. */
type Given = Pick<TwoFactorProof, 'code' | 'passkey'>;

/**
 * Checks the second factor of an account whose password was checked. Returns what confirmed it, 'none' if the account needs nothing,
 * or false if it was wrong. Without a code or answer, throws SECOND_FACTOR_REQUIRED with the choices. Throws TOO_MANY_ATTEMPTS.
 */
export async function passesTwoFactor(
  context: RequestContext,
  account: Account,
  given: Given,
): Promise<SecondFactor | 'none' | false> {
  if (!account.twoFactorEnabled) return 'none';
  if (given.code === undefined && given.passkey === undefined)
    throw new AppError('SECOND_FACTOR_REQUIRED', { secondFactor: await listChoices(context, account.id) });
  return (await useSecondFactor(context, account.id, 'sign in', given)) ?? false;
}

async function listChoices(context: RequestContext, userId: string): Promise<SecondFactorChoices> {
  const factors = await findTwoFactor(context.deps.db, userId);
  const request = await requestPasskey(context, userId, 'sign in');
  return {
    hasApp: factors?.hasApp === true,
    hasRecoveryCodes: (factors?.recoveryCodesLeft ?? 0) > 0,
    passkey: request === null ? null : { address: context.publicOrigin, request },
  };
}

function useSecondFactor(
  context: RequestContext,
  userId: string,
  purpose: Purpose,
  { code = '', passkey }: Given,
): Promise<SecondFactor | null> {
  return limitCodeAttempts<SecondFactor>(context, userId, async () =>
    passkey === undefined ? useCode(context, userId, code) : usePasskey(context, userId, purpose, passkey),
  );
}

/**
 * Confirms the caller's identity (`confirmIdentity`) and, with 2FA on, checks their code or the answer of a passkey. `turnsOff`: also checks that the password is
 * long enough without 2FA, before the code is used up. Throws WRONG_PASSWORD, WRONG_CODE, PASSKEY_REFUSED, VALIDATION on `code`,
 * TOO_MANY_ATTEMPTS, CONFLICT.
 */
export async function requireProof(
  context: SignedInContext,
  proof: TwoFactorProof,
  { turnsOff = false }: { readonly turnsOff?: boolean } = {},
): Promise<void> {
  await confirmIdentity(context, proof.password);
  if (turnsOff) requireLongPassword(context, proof);
  const factors = await findTwoFactor(context.deps.db, context.user.id);
  if (factors?.isOn !== true) return;
  if (proof.code === undefined && proof.passkey === undefined) throw fieldError('code', 'Code is required');
  if ((await useSecondFactor(context, context.user.id, 'confirm', proof)) !== null) return;
  throw proof.passkey === undefined ? wrongCode() : new AppError('PASSKEY_REFUSED');
}

/**
 * Checks that the password of a user who signs in with it is long enough without 2FA. Throws CONFLICT, and VALIDATION on `password`
 * without one.
 */
export function requireLongPassword(
  { deps, user }: SignedInContext,
  { password }: Pick<TwoFactorProof, 'password'>,
): void {
  if (!maySignInWithPassword(deps.config, user.username)) return;
  if (password === undefined) throw fieldError('password', 'Password is required');
  if (Array.from(password).length < PASSWORD_MIN)
    throw conflict(
      `Without 2FA, your password must have at least ${PASSWORD_MIN} characters. Change your password first.`,
    );
}

/** What a user reads whose code or passkey was wrong. */
export const refusalOf = ({ passkey }: Given): string =>
  (passkey === undefined ? ERRORS.WRONG_CODE : ERRORS.PASSKEY_REFUSED).text;

/** 400 with the message on the code. */
export const wrongCode = () => new AppError('WRONG_CODE', { errors: { code: [ERRORS.WRONG_CODE.text] } });
