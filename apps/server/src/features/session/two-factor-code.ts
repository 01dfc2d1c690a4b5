import { AppError } from '#platform/app-error.ts';
import type { RequestContext } from '#request/context.ts';
import { decryptValue } from '#security/cipher.ts';
import type { Account } from './account-repo.ts';
import { limitCodeAttempts } from './attempt-limits.ts';
import { findTwoFactor, removeRecoveryCode, claimTimeStep } from './two-factor-repo.ts';
import { matchTotp, recoveryCodeHash } from './totp.ts';

/** Encryption context of a user's TOTP secret. */
export const totpContext = (userId: string) => `users.totp_secret:${userId}`;

/** Whether the account needs no second factor or `code` proves it. Throws SECOND_FACTOR_REQUIRED without one, and TOO_MANY_ATTEMPTS. */
export async function passesTwoFactor(
  context: RequestContext,
  account: Account,
  { code }: { readonly code?: string | undefined },
): Promise<boolean> {
  if (!account.twoFactorEnabled) return true;
  if (code === undefined) throw new AppError('SECOND_FACTOR_REQUIRED');
  return verifyTwoFactorCode(context, account.id, code);
}

/** Accepts a code from the app (once per time step) or an unused recovery code; otherwise false. Throws TOO_MANY_ATTEMPTS. */
export async function verifyTwoFactorCode(
  context: RequestContext,
  userId: string,
  code: string,
): Promise<boolean> {
  const accepted = await limitCodeAttempts(
    context,
    userId,
    async () => (await useCode(context, userId, code)) || null,
  );
  return accepted !== null;
}

async function useCode(context: RequestContext, userId: string, code: string): Promise<boolean> {
  const { db, keys } = context.deps;
  const user = await findTwoFactor(db, userId);
  if (user === undefined || !user.totp_enabled || user.totp_secret === null) return false;
  const step = matchTotp(decryptValue(keys, totpContext(userId), user.totp_secret), code, context.now);
  if (step !== null) return claimTimeStep(db, userId, step);
  return removeRecoveryCode(db, userId, recoveryCodeHash(keys, userId, code));
}
