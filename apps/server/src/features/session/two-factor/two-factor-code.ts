import { matchTotp, recoveryCodeHash } from './totp.ts';
import type { RequestContext } from '#request/context.ts';
import { decryptValue } from '#security/cipher.ts';
import { claimTimeStep, findTwoFactor, removeRecoveryCode } from './two-factor-repo.ts';

/** Encryption context of a user's TOTP secret. */
export const totpContext = (userId: string) => `users.totp_secret:${userId}`;

/** Uses a code from the app (once per time step) or an unused recovery code. Returns which it is, or null for a wrong code. */
export async function useCode(
  context: RequestContext,
  userId: string,
  code: string,
): Promise<'app' | 'recovery code' | null> {
  const { db, keys } = context.deps;
  const user = await findTwoFactor(db, userId);
  if (user?.isOn !== true) return null;
  if (user.hasApp && user.secret !== null) {
    const step = matchTotp(decryptValue(keys, totpContext(userId), user.secret), code, context.now);
    if (step !== null) return (await claimTimeStep(db, userId, step)) ? 'app' : null;
  }
  const isRecoveryCode = await removeRecoveryCode(db, userId, recoveryCodeHash(keys, userId, code));
  return isRecoveryCode ? 'recovery code' : null;
}
