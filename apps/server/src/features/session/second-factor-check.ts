import { sql } from 'kysely';
import type { RequestContext } from '#request/context.ts';
import { decryptValue } from '#security/cipher.ts';
import { limitCodeAttempts } from './attempt-limits.ts';
import { matchTotp, recoveryCodeHash } from './totp.ts';

/** Encryption context of a user's TOTP secret. */
export const totpContext = (userId: string) => `users.totp_secret:${userId}`;

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
  const user = await db
    .selectFrom('users')
    .select(['totp_secret', 'totp_enabled'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (user === undefined || !user.totp_enabled || user.totp_secret === null) return false;
  const step = matchTotp(decryptValue(keys, totpContext(userId), user.totp_secret), code, context.now);
  if (step !== null) {
    const used = await db
      .updateTable('users')
      .set({ totp_last_step: String(step) })
      .where('id', '=', userId)
      .where((eb) => eb.or([eb('totp_last_step', 'is', null), eb('totp_last_step', '<', String(step))]))
      .executeTakeFirst();
    return used.numUpdatedRows === 1n;
  }
  const hash = recoveryCodeHash(keys, userId, code);
  const used = await db
    .updateTable('users')
    .set({ recovery_code_hashes: sql`array_remove(recovery_code_hashes, ${hash})` })
    .where('id', '=', userId)
    .where(sql<boolean>`${hash} = any (recovery_code_hashes)`)
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}
