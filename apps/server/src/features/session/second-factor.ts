import { ERRORS } from '@portal/contract/errors';
import { PASSWORD_MIN } from '@portal/domain/password';
import { inTransaction, type Tx } from '#request/transaction.ts';
import { AppError } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { TWO_FACTOR_OFF } from '#features/users/index.ts';
import { decryptValue, encryptValue } from '#security/cipher.ts';
import { limitCodeAttempts } from './attempt-limits.ts';
import { verifyOwnPassword } from './own-password.ts';
import { verifyTwoFactorCode, totpContext } from './second-factor-check.ts';
import { matchTotp, newRecoveryCodes, newTotpSecret, recoveryCodeHash, totpUri } from './totp.ts';

const PRODUCT = 'Medical Portal';

/** Stores a new TOTP secret that is not active yet. Throws WRONG_PASSWORD, and CONFLICT if 2FA is already on. */
export async function startSecondFactor(
  context: SignedInContext,
  password: string,
): Promise<{ secret: string; uri: string }> {
  await verifyOwnPassword(context, password, 'password');
  const { user } = context;
  const secret = newTotpSecret();
  const stored = await context.deps.db
    .updateTable('users')
    .set({ totp_secret: encryptValue(context.deps.keys, totpContext(user.id), secret) })
    .where('id', '=', user.id)
    .where('totp_enabled', '=', false)
    .executeTakeFirst();
  if (stored.numUpdatedRows === 0n) throw alreadyOn();
  return { secret, uri: totpUri(secret, user.username, PRODUCT) };
}

/** Turns on 2FA after verifying a code from the app. Throws WRONG_CODE, TOO_MANY_ATTEMPTS, CONFLICT. */
export async function enableSecondFactor(
  context: SignedInContext,
  code: string,
): Promise<{ recoveryCodes: string[] }> {
  const { user, deps, now } = context;
  const { totp_secret: stored, totp_enabled: isOn } = await deps.db
    .selectFrom('users')
    .select(['totp_secret', 'totp_enabled'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  if (isOn) throw alreadyOn();
  if (stored === null) throw new AppError('CONFLICT', { message: 'Start the 2FA setup first.' });
  const secret = decryptValue(deps.keys, totpContext(user.id), stored);
  const step = await limitCodeAttempts(context, user.id, async () => matchTotp(secret, code, now));
  if (step === null) throw wrongCode();
  const recoveryCodes = newRecoveryCodes();
  await inTransaction(context, async (tx) => {
    const enabled = await tx.db
      .updateTable('users')
      .set({
        totp_enabled: true,
        totp_last_step: String(step),
        recovery_code_hashes: hashes(context, recoveryCodes),
      })
      .where('id', '=', user.id)
      .where('totp_enabled', '=', false)
      .where('totp_secret', '=', stored)
      .executeTakeFirst();
    if (enabled.numUpdatedRows === 0n) throw alreadyOn();
    audit(context, tx, { secondFactor: 'on' });
  });
  return { recoveryCodes };
}

/**
 * Turns off 2FA. Throws WRONG_PASSWORD, WRONG_CODE, TOO_MANY_ATTEMPTS, and CONFLICT if 2FA is not on or the password is too short
 * without it.
 */
export async function disableSecondFactor(
  context: SignedInContext,
  password: string,
  code: string,
): Promise<undefined> {
  await provePassword(context, password);
  if (Array.from(password).length < PASSWORD_MIN) {
    throw new AppError('CONFLICT', {
      message: `Without 2FA, your password must have at least ${PASSWORD_MIN} characters. Change your password first.`,
    });
  }
  await proveCode(context, code);
  await inTransaction(context, async (tx) => {
    await tx.db.updateTable('users').set(TWO_FACTOR_OFF).where('id', '=', context.user.id).execute();
    audit(context, tx, { secondFactor: 'off' });
  });
  return undefined;
}

/** Replaces the recovery codes. Throws WRONG_PASSWORD, WRONG_CODE, TOO_MANY_ATTEMPTS, CONFLICT. */
export async function renewRecoveryCodes(
  context: SignedInContext,
  password: string,
  code: string,
): Promise<{ recoveryCodes: string[] }> {
  await provePassword(context, password);
  await proveCode(context, code);
  const recoveryCodes = newRecoveryCodes();
  await inTransaction(context, async (tx) => {
    await tx.db
      .updateTable('users')
      .set({ recovery_code_hashes: hashes(context, recoveryCodes) })
      .where('id', '=', context.user.id)
      .where('totp_enabled', '=', true)
      .execute();
    audit(context, tx, { recoveryCodes: 'renewed' });
  });
  return { recoveryCodes };
}

const hashes = (context: SignedInContext, codes: readonly string[]) =>
  codes.map((code) => recoveryCodeHash(context.deps.keys, context.user.id, code));

async function provePassword(context: SignedInContext, password: string): Promise<void> {
  const row = await context.deps.db
    .selectFrom('users')
    .select('totp_enabled')
    .where('id', '=', context.user.id)
    .executeTakeFirstOrThrow();
  if (!row.totp_enabled)
    throw new AppError('CONFLICT', { message: 'Two-factor authentication is not turned on.' });
  await verifyOwnPassword(context, password, 'password');
}

async function proveCode(context: SignedInContext, code: string): Promise<void> {
  if (!(await verifyTwoFactorCode(context, context.user.id, code))) throw wrongCode();
}

const audit = (context: SignedInContext, tx: Tx, newValues: Record<string, string>) =>
  tx.audit({ action: 'Updated', entityType: 'User', entityId: context.user.id, newValues });
const alreadyOn = () =>
  new AppError('CONFLICT', { message: 'Two-factor authentication is already turned on.' });
const wrongCode = () => new AppError('WRONG_CODE', { errors: { code: [ERRORS.WRONG_CODE.text] } });
