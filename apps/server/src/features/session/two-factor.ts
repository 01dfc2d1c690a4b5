import { ERRORS } from '@portal/contract/errors';
import { PASSWORD_MIN } from '@portal/domain/password';
import { inTransaction, type Tx } from '#request/transaction.ts';
import { AppError, conflict } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import type { Db } from '#db/database.ts';
import { twoFactorOff } from '#features/users/index.ts';
import { decryptValue, encryptValue } from '#security/cipher.ts';
import { limitCodeAttempts } from './attempt-limits.ts';
import { verifyOwnPassword } from './own-password.ts';
import { verifyTwoFactorCode, totpContext } from './two-factor-code.ts';
import {
  findTwoFactor,
  isTwoFactorRequired,
  lockTwoFactorPolicy,
  updateTwoFactor,
} from './two-factor-repo.ts';
import { matchTotp, newRecoveryCodes, newTotpSecret, recoveryCodeHash, totpUri } from './totp.ts';

const PRODUCT = 'Medical Portal';

/** Stores a new TOTP secret that is not active yet. Throws WRONG_PASSWORD, and CONFLICT if 2FA is already on. */
export async function startTwoFactor(
  context: SignedInContext,
  password: string,
): Promise<{ secret: string; uri: string }> {
  await verifyOwnPassword(context, password, 'password');
  const { user } = context;
  const secret = newTotpSecret();
  const stored = await updateTwoFactor(
    context.deps.db,
    user.id,
    { enabled: false },
    { totp_secret: encryptValue(context.deps.keys, totpContext(user.id), secret) },
  );
  if (!stored) throw alreadyOn();
  return { secret, uri: totpUri(secret, user.username, PRODUCT) };
}

/** Turns on 2FA after verifying a code from the app. Throws WRONG_CODE, TOO_MANY_ATTEMPTS, CONFLICT. */
export async function enableTwoFactor(
  context: SignedInContext,
  code: string,
): Promise<{ recoveryCodes: string[] }> {
  const { user, deps, now } = context;
  const account = await findTwoFactor(deps.db, user.id);
  if (account?.totp_enabled === true) throw alreadyOn();
  const stored = account?.totp_secret ?? null;
  if (stored === null) throw conflict('Start the 2FA setup first.');
  const secret = decryptValue(deps.keys, totpContext(user.id), stored);
  const step = await limitCodeAttempts(context, user.id, async () => matchTotp(secret, code, now));
  if (step === null) throw wrongCode();
  const recoveryCodes = newRecoveryCodes();
  await inTransaction(context, async (tx) => {
    const enabled = await updateTwoFactor(
      tx.db,
      user.id,
      { enabled: false, secret: stored },
      {
        totp_enabled: true,
        totp_last_step: String(step),
        recovery_code_hashes: hashes(context, recoveryCodes),
      },
    );
    if (!enabled) throw alreadyOn();
    audit(context, tx, { secondFactor: 'on' });
    tx.notify('permissions', { userId: user.id });
  });
  return { recoveryCodes };
}

/**
 * Turns off 2FA. Throws WRONG_PASSWORD, WRONG_CODE, TOO_MANY_ATTEMPTS, and CONFLICT if 2FA is not on or is required, or the password
 * is too short without it.
 */
export async function disableTwoFactor(
  context: SignedInContext,
  password: string,
  code: string,
): Promise<undefined> {
  const { user, deps, now } = context;
  await requireOptional(deps.db, user.id);
  await requirePassword(context, password);
  if (Array.from(password).length < PASSWORD_MIN) {
    throw conflict(
      `Without 2FA, your password must have at least ${PASSWORD_MIN} characters. Change your password first.`,
    );
  }
  await requireCode(context, code);
  await inTransaction(context, async (tx) => {
    await updateTwoFactor(tx.db, user.id, { enabled: true }, twoFactorOff(now));
    // The update has locked the user, whose roles cannot change now; nor can the requirement after this.
    await lockTwoFactorPolicy(tx.db);
    await requireOptional(tx.db, user.id);
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
  await requirePassword(context, password);
  await requireCode(context, code);
  const recoveryCodes = newRecoveryCodes();
  await inTransaction(context, async (tx) => {
    await updateTwoFactor(
      tx.db,
      context.user.id,
      { enabled: true },
      { recovery_code_hashes: hashes(context, recoveryCodes) },
    );
    audit(context, tx, { recoveryCodes: 'renewed' });
  });
  return { recoveryCodes };
}

const hashes = (context: SignedInContext, codes: readonly string[]) =>
  codes.map((code) => recoveryCodeHash(context.deps.keys, context.user.id, code));

async function requireOptional(db: Db, userId: string): Promise<void> {
  if (await isTwoFactorRequired(db, userId))
    throw conflict('Two-factor authentication is required for your role and cannot be turned off.');
}

async function requirePassword(context: SignedInContext, password: string): Promise<void> {
  const account = await findTwoFactor(context.deps.db, context.user.id);
  if (account?.totp_enabled !== true) throw conflict('Two-factor authentication is not turned on.');
  await verifyOwnPassword(context, password, 'password');
}

async function requireCode(context: SignedInContext, code: string): Promise<void> {
  if (!(await verifyTwoFactorCode(context, context.user.id, code))) throw wrongCode();
}

const audit = (context: SignedInContext, tx: Tx, newValues: Record<string, string>) =>
  tx.audit({ action: 'Updated', entityType: 'User', entityId: context.user.id, newValues });
const alreadyOn = () => conflict('Two-factor authentication is already turned on.');
const wrongCode = () => new AppError('WRONG_CODE', { errors: { code: [ERRORS.WRONG_CODE.text] } });
