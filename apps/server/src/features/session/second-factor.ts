import { inTransaction } from '#db/transaction.ts';
import { AppError } from '#http/app-error.ts';
import type { SignedInContext } from '#http/context.ts';
import { decryptValue, encryptValue } from '#security/cipher.ts';
import { checkOwnPassword } from './own-password.ts';
import { acceptSecondFactor, totpContext } from './second-factor-check.ts';
import { matchTotp, newRecoveryCodes, newTotpSecret, recoveryCodeHash, totpUri } from './totp.ts';

const PRODUCT = 'Medical Portal';

/** Stores a new, not yet active secret. Throws WRONG_PASSWORD, CONFLICT when the second factor is already on. */
export async function startSecondFactor(
  context: SignedInContext,
  password: string,
): Promise<{ secret: string; uri: string }> {
  await checkOwnPassword(context, password, 'password');
  const { user } = context;
  const secret = newTotpSecret();
  const stored = await context.deps.db
    .updateTable('users')
    .set({ totp_secret: encryptValue(context.deps.keys, totpContext(user.id), secret) })
    .where('id', '=', user.id)
    .where('totp_enabled', '=', false)
    .executeTakeFirst();
  if (stored.numUpdatedRows === 0n)
    throw new AppError('CONFLICT', { message: 'The second factor is already on.' });
  return { secret, uri: totpUri(secret, user.username, PRODUCT) };
}

/** Turns the second factor on once a code proves that the app works. Throws WRONG_CODE, CONFLICT. */
export async function enableSecondFactor(
  context: SignedInContext,
  code: string,
): Promise<{ recoveryCodes: string[] }> {
  const { user, deps, now } = context;
  return inTransaction(context, async (tx) => {
    const row = await tx.db
      .selectFrom('users')
      .select(['totp_secret', 'totp_enabled'])
      .where('id', '=', user.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (row.totp_enabled) throw new AppError('CONFLICT', { message: 'The second factor is already on.' });
    if (row.totp_secret === null) throw new AppError('CONFLICT', { message: 'Start the set-up first.' });
    const step = matchTotp(decryptValue(deps.keys, totpContext(user.id), row.totp_secret), code, now);
    if (step === null)
      throw new AppError('WRONG_CODE', {
        errors: { code: ['The code is not valid. Try the newest code of your authenticator app.'] },
      });
    const recoveryCodes = newRecoveryCodes();
    await tx.db
      .updateTable('users')
      .set({
        totp_enabled: true,
        totp_last_step: String(step),
        recovery_code_hashes: hashes(context, recoveryCodes),
      })
      .where('id', '=', user.id)
      .execute();
    tx.audit({ action: 'Updated', entityType: 'User', entityId: user.id, newValues: { secondFactor: 'on' } });
    return { recoveryCodes };
  });
}

/** Turns the second factor off. Throws WRONG_PASSWORD, WRONG_CODE, CONFLICT. */
export async function disableSecondFactor(
  context: SignedInContext,
  password: string,
  code: string,
): Promise<undefined> {
  await proveBoth(context, password, code);
  await inTransaction(context, async (tx) => {
    await tx.db
      .updateTable('users')
      .set({ totp_enabled: false, totp_secret: null, totp_last_step: null, recovery_code_hashes: [] })
      .where('id', '=', context.user.id)
      .execute();
    tx.audit({
      action: 'Updated',
      entityType: 'User',
      entityId: context.user.id,
      newValues: { secondFactor: 'off' },
    });
  });
  return undefined;
}

/** Replaces the recovery codes. Throws WRONG_PASSWORD, WRONG_CODE, CONFLICT. */
export async function renewRecoveryCodes(
  context: SignedInContext,
  password: string,
  code: string,
): Promise<{ recoveryCodes: string[] }> {
  await proveBoth(context, password, code);
  const recoveryCodes = newRecoveryCodes();
  await inTransaction(context, async (tx) => {
    await tx.db
      .updateTable('users')
      .set({ recovery_code_hashes: hashes(context, recoveryCodes) })
      .where('id', '=', context.user.id)
      .execute();
    tx.audit({
      action: 'Updated',
      entityType: 'User',
      entityId: context.user.id,
      newValues: { recoveryCodes: 'renewed' },
    });
  });
  return { recoveryCodes };
}

const hashes = (context: SignedInContext, codes: readonly string[]) =>
  codes.map((code) => recoveryCodeHash(context.deps.keys, context.user.id, code));

async function proveBoth(context: SignedInContext, password: string, code: string): Promise<void> {
  const row = await context.deps.db
    .selectFrom('users')
    .select('totp_enabled')
    .where('id', '=', context.user.id)
    .executeTakeFirstOrThrow();
  if (!row.totp_enabled) throw new AppError('CONFLICT', { message: 'The second factor is not on.' });
  await checkOwnPassword(context, password, 'password');
  if (!(await acceptSecondFactor(context, context.user.id, code))) {
    throw new AppError('WRONG_CODE', {
      errors: { code: ['The code is not valid. Try the newest code of your authenticator app.'] },
    });
  }
}
