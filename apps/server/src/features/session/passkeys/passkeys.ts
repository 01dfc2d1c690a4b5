import {
  MAX_PASSKEYS,
  type Passkey,
  passkeyAdd,
  passkeyCreation,
  passkeyRemove,
  passkeyRename,
  passkeyStart,
  twoFactorGet,
} from '@portal/contract/passkeys';
import { AppError, conflict, notFound } from '#platform/app-error.ts';
import { inTransaction } from '#request/transaction.ts';
import { operation } from '#http/operation.ts';
import {
  ALGORITHMS,
  CHALLENGE_MS,
  createChallenge,
  describePasskey,
  findRelyingParty,
  getRelyingParty,
  takeAnsweredChallenge,
  userHandleOf,
  verifyNewPasskey,
  webauthn,
} from './passkey-ceremony.ts';
import {
  deletePasskey,
  insertPasskey,
  listPasskeys,
  lockPasskey,
  updatePasskeyName,
  type PasskeyRow,
} from './passkey-repo.ts';
import { auditTwoFactor, requireOptional, turnOffLast, turnOn } from '../two-factor/two-factor.ts';
import { requireProof } from '../two-factor/two-factor-proof.ts';
import { findTwoFactor, lockTwoFactor } from '../two-factor/two-factor-repo.ts';

const present = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  isBackedUp: row.is_backed_up,
});

/** Returns how the caller confirms sign-ins. */
export const getTwoFactor = operation(twoFactorGet, async (context) => {
  const { user, deps } = context;
  const factors = await findTwoFactor(deps.db, user.id);
  if (factors === undefined) throw new AppError('SESSION_EXPIRED');
  const rows = await listPasskeys(deps.db, user.id);
  return {
    hasApp: factors.hasApp,
    passkeys: rows.map((row) => present(row)),
    passkeyAddress: findRelyingParty(context)?.origin ?? null,
  };
});

/** Returns what the browser creates a passkey from. Throws the errors of `requireProof`, and CONFLICT if there are too many. */
export const startPasskey = operation(passkeyStart, async (context, { body: proof }) => {
  const { user, deps } = context;
  const party = getRelyingParty(context);
  await requireProof(context, proof);
  const rows = await listPasskeys(deps.db, user.id);
  requireRoom(rows.length);
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: deps.config.practice.name,
    rpID: party.id,
    userName: user.username,
    userID: userHandleOf(user.id),
    challenge: await createChallenge(context, user.id, 'add'),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: rows.map((row) => describePasskey(row)),
    // Passkeys that a phone or password manager copies survive the loss of a device.
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return passkeyCreation.parse(options);
});

/**
 * Adds a passkey. Returns recovery codes if the user had no 2FA before. Throws PASSKEY_REFUSED, and CONFLICT if it is registered
 * already or there are too many.
 */
export const addPasskey = operation(passkeyAdd, async (context, { body: { name, passkey: created } }) => {
  const { user, now } = context;
  const party = getRelyingParty(context);
  const sent = created.response.clientDataJSON;
  const challenge = await takeAnsweredChallenge(context, user.id, 'add', sent);
  if (challenge === null)
    throw new AppError('PASSKEY_REFUSED', {
      message: 'This took too long or was already used. Start again.',
    });
  const verified = await verifyNewPasskey(party, challenge, created);
  if (verified === null)
    throw new AppError('PASSKEY_REFUSED', { message: 'The passkey could not be verified. Start again.' });
  return inTransaction(context, async (tx) => {
    const before = await lockTwoFactor(tx.db, user.id);
    if (before === undefined) throw new AppError('SESSION_EXPIRED');
    requireRoom(before.passkeyCount);
    const row = await insertPasskey(tx.db, {
      user_id: user.id,
      credential_id: Buffer.from(verified.id, 'base64url'),
      public_key: Buffer.from(verified.publicKey),
      counter: String(verified.counter),
      transports: [...(verified.transports ?? [])],
      is_backed_up: verified.isBackedUp,
      name,
      created_at: now,
      last_used_at: null,
    });
    if (row === undefined) throw conflict('This passkey is already registered.');
    return { passkey: present(row), ...(await turnOn(context, tx, before, { passkeyAdded: name })) };
  });
});

function requireRoom(count: number): void {
  if (count >= MAX_PASSKEYS)
    throw conflict(`You have ${MAX_PASSKEYS} passkeys, and no more are possible. Remove one first.`);
}

/** Renames a passkey of the caller. Throws NOT_FOUND. */
export const renamePasskey = operation(passkeyRename, async (context, { params: { id }, body: { name } }) => {
  return inTransaction(context, async (tx) => {
    const row = await lockPasskey(tx.db, { id, userId: context.user.id });
    if (row === undefined) throw notFound();
    await updatePasskeyName(tx.db, id, name);
    tx.audit({
      action: 'Updated',
      entityType: 'User',
      entityId: context.user.id,
      oldValues: { passkey: row.name },
      newValues: { passkey: name },
    });
    return present({ ...row, name });
  });
});

/**
 * Removes a passkey of the caller. If it is the last one and there is no app, this turns off 2FA. Throws NOT_FOUND, the errors of
 * `requireProof`, and CONFLICT as `disableTwoFactor` does.
 */
export const removePasskey = operation(passkeyRemove, async (context, { params: { id }, body: proof }) => {
  const { user, deps } = context;
  const rows = await listPasskeys(deps.db, user.id);
  if (!rows.some((row) => row.id === id)) throw notFound();
  const turnsOff = rows.length === 1 && (await findTwoFactor(deps.db, user.id))?.hasApp === false;
  if (turnsOff) await requireOptional(deps.db, user.id);
  await requireProof(context, proof, { turnsOff });
  await inTransaction(context, async (tx) => {
    await lockTwoFactor(tx.db, user.id);
    const row = await lockPasskey(tx.db, { id, userId: user.id });
    if (row === undefined) throw notFound();
    await deletePasskey(tx.db, id);
    const removed = { passkeyRemoved: row.name };
    if ((await findTwoFactor(tx.db, user.id))?.isOn === true) auditTwoFactor(context, tx, removed);
    else await turnOffLast(context, tx, proof, removed);
  });
  return undefined;
});
