import {
  type PasskeyAnswer,
  passkeyChallenge,
  passkeyRequest,
  type PasskeyRequest,
} from '@portal/contract/passkeys';
import { conflict } from '#platform/app-error.ts';
import type { RequestContext } from '#request/context.ts';
import { inTransaction } from '#request/transaction.ts';
import { operation } from '#http/operation.ts';
import {
  CHALLENGE_MS,
  createChallenge,
  describePasskey,
  findRelyingParty,
  getRelyingParty,
  takeAnsweredChallenge,
  verifyAnswer,
  webauthn,
  type Purpose,
} from './passkey-ceremony.ts';
import { findPasskeyByCredential, listPasskeys, recordPasskeyUse, type PasskeyRow } from './passkey-repo.ts';

/** Creates a request for an answer of one of the user's passkeys; null if the user has none, or passkeys do not work here. */
export async function requestPasskey(
  context: RequestContext,
  userId: string,
  purpose: Purpose,
): Promise<PasskeyRequest | null> {
  const party = findRelyingParty(context);
  const rows = await listPasskeys(context.deps.db, userId);
  if (party === null || rows.length === 0) return null;
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: await createChallenge(context, userId, purpose),
    timeout: CHALLENGE_MS,
    allowCredentials: rows.map((row) => describePasskey(row)),
    userVerification: 'preferred',
  });
  return passkeyRequest.parse(options);
}

/** Creates a request with which a passkey confirms a change in an open session. Throws CONFLICT if the user has none. */
export const requestConfirmation = operation(passkeyChallenge, async (context) => {
  getRelyingParty(context);
  const request = await requestPasskey(context, context.user.id, 'confirm');
  if (request === null) throw conflict('You have no passkeys.');
  return request;
});

/** Accepts an answer of one of the user's passkeys once, and records its use; otherwise returns null. */
export async function usePasskey(
  context: RequestContext,
  userId: string,
  purpose: Purpose,
  answer: PasskeyAnswer,
): Promise<'passkey' | null> {
  const { db } = context.deps;
  const challenge = await takeAnsweredChallenge(context, userId, purpose, answer.response.clientDataJSON);
  const party = findRelyingParty(context);
  if (challenge === null || party === null) return null;
  const credentialId = Buffer.from(answer.id, 'base64url');
  const row = await findPasskeyByCredential(db, userId, credentialId);
  if (row === undefined) return null;
  const use = await verifyAnswer(party, row, challenge, answer);
  if (use === null) return null;
  if (await recordPasskeyUse(db, row.id, { ...use, now: context.now })) return 'passkey';
  // It can also have been removed just now.
  const isStored = (await findPasskeyByCredential(db, userId, credentialId)) !== undefined;
  if (isStored) await auditCopy(context, row);
  return null;
}

/** A counter that does not increase is the sign of a copied authenticator. */
async function auditCopy(context: RequestContext, { user_id: userId, name }: PasskeyRow): Promise<void> {
  await inTransaction(context, async (tx) =>
    tx.audit({
      action: 'AccessDenied',
      entityType: 'User',
      entityId: userId,
      userId,
      newValues: { passkey: name, refused: 'Its counter did not increase, so it may be a copy' },
    }),
  );
}
