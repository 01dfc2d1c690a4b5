import * as session from '@portal/contract/session';
import { twoFactorAppRemove, type TwoFactorProof } from '@portal/contract/passkeys';
import { inTransaction, type Tx } from '#request/transaction.ts';
import { conflict } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import type { Db } from '#db/database.ts';
import { clearTwoFactor } from '#features/users/index.ts';
import { decryptValue, encryptValue } from '#security/cipher.ts';
import { operation } from '#http/operation.ts';
import { limitCodeAttempts } from '../attempt-limits.ts';
import { totpContext } from './two-factor-code.ts';
import { requireLongPassword, requireProof, wrongCode } from './two-factor-proof.ts';
import {
  findTwoFactor,
  isTwoFactorRequired,
  lockTwoFactor,
  lockTwoFactorPolicy,
  updateTwoFactor,
  type TwoFactor,
} from './two-factor-repo.ts';
import { matchTotp, newRecoveryCodes, newTotpSecret, recoveryCodeHash, totpUri } from './totp.ts';

const PRODUCT = 'Medical Portal';

/** Returns the TOTP secret of a setup, not active yet; a setup that was started before keeps its secret. Throws the errors of `requireProof`, and CONFLICT if there is an app already. */
export const startTwoFactor = operation(session.startTwoFactor, async (context, { body: proof }) => {
  const { user, deps } = context;
  if ((await findTwoFactor(deps.db, user.id))?.hasApp === true) throw alreadyOn();
  await requireProof(context, proof);
  const secret = await inTransaction(context, async (tx) => {
    const before = await lockTwoFactor(tx.db, user.id);
    if (before?.hasApp === true) throw alreadyOn();
    // Another tab may show the QR code of a setup that was started before.
    if (before?.secret) return decryptValue(deps.keys, totpContext(user.id), before.secret);
    const created = newTotpSecret();
    await updateTwoFactor(tx.db, user.id, {
      totp_secret: encryptValue(deps.keys, totpContext(user.id), created),
    });
    return created;
  });
  return { secret, uri: totpUri(secret, user.username, PRODUCT) };
});

/**
 * Adds the authenticator app after verifying a code from it. Returns recovery codes if the user had no 2FA before. Throws
 * WRONG_CODE, TOO_MANY_ATTEMPTS, CONFLICT.
 */
export const enableTwoFactor = operation(session.enableTwoFactor, async (context, { body: { code } }) => {
  const { user, deps, now } = context;
  const started = await findTwoFactor(deps.db, user.id);
  if (started?.hasApp === true) throw alreadyOn();
  const stored = started?.secret ?? null;
  if (stored === null) throw conflict('Start the 2FA setup first.');
  const secret = decryptValue(deps.keys, totpContext(user.id), stored);
  const step = await limitCodeAttempts(context, user.id, async () => matchTotp(secret, code, now));
  if (step === null) throw wrongCode();
  return inTransaction(context, async (tx) => {
    const before = await lockTwoFactor(tx.db, user.id);
    if (before === undefined || before.hasApp || before.secret?.equals(stored) !== true) throw alreadyOn();
    await updateTwoFactor(tx.db, user.id, { totp_enabled: true, totp_last_step: String(step) });
    return turnOn(context, tx, before, { authenticatorApp: 'added' });
  });
});

/** Records a new app or passkey. If it is the first one, creates the recovery codes and returns them. */
export async function turnOn(
  context: SignedInContext,
  tx: Tx,
  before: TwoFactor,
  added: Record<string, string>,
): Promise<{ recoveryCodes: string[] }> {
  const recoveryCodes = before.isOn ? [] : newRecoveryCodes();
  if (!before.isOn) await storeRecoveryCodes(context, tx.db, recoveryCodes);
  auditTwoFactor(context, tx, { ...added, ...(before.isOn ? {} : { secondFactor: 'on' }) });
  tx.notify('permissions', { userId: context.user.id });
  return { recoveryCodes };
}

/**
 * Turns off 2FA: removes the app, all passkeys and the recovery codes. Throws the errors of `requireProof`, and CONFLICT if 2FA is
 * not on or is required, or the password is too short without it.
 */
export const disableTwoFactor = operation(session.disableTwoFactor, async (context, { body: proof }) => {
  const { user, deps } = context;
  await requireOptional(deps.db, user.id);
  await requireOn(context);
  await requireProof(context, proof, { turnsOff: true });
  await inTransaction(context, async (tx) => {
    await lockTwoFactor(tx.db, user.id);
    await turnOff(context, tx, {});
  });
  return undefined;
});

/** Removes the authenticator app. Without a passkey, this turns off 2FA, with the same errors. */
export const removeApp = operation(twoFactorAppRemove, async (context, { body: proof }) => {
  const { user, deps } = context;
  const factors = await findTwoFactor(deps.db, user.id);
  if (factors?.hasApp !== true) throw conflict('There is no authenticator app to remove.');
  const turnsOff = factors.passkeyCount === 0;
  if (turnsOff) await requireOptional(deps.db, user.id);
  await requireProof(context, proof, { turnsOff });
  const removed = { authenticatorApp: 'removed' };
  await inTransaction(context, async (tx) => {
    const before = await lockTwoFactor(tx.db, user.id);
    if ((before?.passkeyCount ?? 0) === 0) return turnOffLast(context, tx, proof, removed);
    await updateTwoFactor(tx.db, user.id, { totp_enabled: false, totp_secret: null, totp_last_step: null });
    auditTwoFactor(context, tx, removed);
    return undefined;
  });
  return undefined;
});

/** Turns off 2FA because nothing is left that confirms sign-ins. Throws CONFLICT as `disableTwoFactor` does. */
export async function turnOffLast(
  context: SignedInContext,
  tx: Tx,
  proof: TwoFactorProof,
  removed: Record<string, string>,
): Promise<void> {
  requireLongPassword(context, proof);
  await turnOff(context, tx, removed);
}

async function turnOff(context: SignedInContext, tx: Tx, removed: Record<string, string>): Promise<void> {
  // The user is locked, so their roles cannot change now; nor can the requirement after this.
  await lockTwoFactorPolicy(tx.db);
  await requireOptional(tx.db, context.user.id);
  await clearTwoFactor(tx.db, context.user.id, context.now);
  auditTwoFactor(context, tx, { ...removed, secondFactor: 'off' });
}

/** Replaces the recovery codes. Throws the errors of `requireProof`, and CONFLICT if 2FA is not on. */
export const renewRecoveryCodes = operation(session.renewRecoveryCodes, async (context, { body: proof }) => {
  await requireOn(context);
  await requireProof(context, proof);
  const recoveryCodes = newRecoveryCodes();
  await inTransaction(context, async (tx) => {
    if ((await lockTwoFactor(tx.db, context.user.id))?.isOn !== true) throw notOn();
    await storeRecoveryCodes(context, tx.db, recoveryCodes);
    auditTwoFactor(context, tx, { recoveryCodes: 'renewed' });
  });
  return { recoveryCodes };
});

function storeRecoveryCodes(context: SignedInContext, db: Db, codes: readonly string[]): Promise<void> {
  const hashes = codes.map((code) => recoveryCodeHash(context.deps.keys, context.user.id, code));
  return updateTwoFactor(db, context.user.id, { recovery_code_hashes: hashes });
}

/** Throws CONFLICT if a role of the user requires 2FA. */
export async function requireOptional(db: Db, userId: string): Promise<void> {
  if (await isTwoFactorRequired(db, userId))
    throw conflict('Two-factor authentication is required for your role and cannot be turned off.');
}

async function requireOn(context: SignedInContext): Promise<void> {
  if ((await findTwoFactor(context.deps.db, context.user.id))?.isOn !== true) throw notOn();
}

/** Records a change of how the caller confirms sign-ins. */
export const auditTwoFactor = (context: SignedInContext, tx: Tx, newValues: Record<string, string>) =>
  tx.audit({ action: 'Updated', entityType: 'User', entityId: context.user.id, newValues });
const alreadyOn = () => conflict('An authenticator app is already set up.');
const notOn = () => conflict('Two-factor authentication is not turned on.');
