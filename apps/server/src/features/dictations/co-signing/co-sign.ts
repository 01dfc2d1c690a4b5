import { dictationCoSign, dictationSendBack } from '@portal/contract/co-signing';
import type { Dictation, Signature } from '@portal/contract/dictations';
import { isCoSignatureStep, mayCoSign, type CoSignatureStep } from '@portal/domain/dictation/co-signature';
import { AppError, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { inTransaction, type Tx } from '#request/transaction.ts';
import { checkVersion } from '#request/versions.ts';
import { operation } from '#http/operation.ts';
import { coSignatureHash } from '../content-hash.ts';
import { findDictation, lockDictation } from '../dictation-repo.ts';
import { coSignatureActivity, dictationActivity, MISSING, presentDictation } from '../dictation-view.ts';
import { findSigner } from '../signing/signing-repo.ts';
import { updateCoSigned, updateReturned } from './co-signature-repo.ts';

/**
 * Co-signs another provider's signed dictation with its addenda. Repeating the call returns the co-signed dictation. Throws NOT_FOUND,
 * FORBIDDEN (not a physician, or the provider), CONFLICT (needs no co-signature, or has one), and STALE (an addendum came in between).
 */
export const coSignDictation = operation(dictationCoSign, async (context, { params: { id }, body }) => {
  const { user, now } = context;
  return inTransaction(context, async (tx) => {
    const current = await lockForCoSigner(context, tx, id);
    const { patientId, coSignature, addendums } = current;
    if (coSignature?.signature?.userId === user.id) {
      tx.audit({ action: 'Viewed', entityType: 'Dictation', entityId: id, patientId });
      return current;
    }
    const first = requireStep(current, 'coSign');
    checkVersion(context, body.version, current);
    const signer = await findSigner(tx.db, user.id);
    const signing = { userId: user.id, signedAt: now.toISOString(), addendumCount: addendums.length };
    const contentHash = coSignatureHash(current, first, { ...signer, ...signing });
    await updateCoSigned(
      tx.db,
      id,
      { ...signer, contentHash, addendumCount: addendums.length },
      { by: user.id, now },
    );
    tx.audit({
      action: 'Signed',
      entityType: 'Dictation',
      entityId: id,
      patientId,
      oldValues: { coSignature: coSignature?.state },
      newValues: { coSignature: 'CoSigned', contentHash: contentHash.toString('hex') },
    });
    tx.activity(dictationActivity(id, 'dictation.co_signed', 'A dictation was co-signed', 'success'));
    return findChanged(tx, id);
  });
});

/**
 * Asks the provider of a signed dictation for an addendum before it is co-signed. Throws NOT_FOUND, FORBIDDEN (not a physician, or the
 * provider), CONFLICT (needs no co-signature, has one, or is sent back already), and STALE.
 */
export const sendBackDictation = operation(dictationSendBack, async (context, { params: { id }, body }) => {
  const { user, now } = context;
  return inTransaction(context, async (tx) => {
    const current = await lockForCoSigner(context, tx, id);
    requireStep(current, 'sendBack');
    checkVersion(context, body.version, current);
    await updateReturned(tx.db, id, body.reason, { by: user.id, now });
    tx.audit({
      action: 'Updated',
      entityType: 'Dictation',
      entityId: id,
      patientId: current.patientId,
      reason: body.reason,
      oldValues: { coSignature: current.coSignature?.state },
      newValues: { coSignature: 'Returned' },
    });
    const description = 'A dictation was sent back for an addendum';
    tx.activity(dictationActivity(id, 'dictation.co_signature_returned', description, 'warning'));
    tx.notifyUser({ kind: 'CoSignatureReturned', userId: current.providerId, entityId: id });
    return findChanged(tx, id);
  });
});

/** Tells a physician that a signed dictation awaits their co-signature; null for any physician, who find it in their work. */
export function askToCoSign(tx: Tx, id: string, supervisorId: string | null): void {
  if (supervisorId !== null)
    tx.notifyUser({ kind: 'CoSignatureRequested', userId: supervisorId, entityId: id });
  tx.activity(coSignatureActivity(id, supervisorId));
}

async function lockForCoSigner({ user }: SignedInContext, tx: Tx, id: string): Promise<Dictation> {
  const row = await lockDictation(tx.db, id);
  if (row?.is_active !== true) throw notFound(MISSING);
  const current = presentDictation(row);
  if (!mayCoSign(user, current))
    throw new AppError('FORBIDDEN', {
      message:
        current.providerId === user.id
          ? 'You cannot co-sign your own dictation. Another physician has to.'
          : 'Only physicians can co-sign dictations.',
    });
  return current;
}

/** Returns the first signature if the step is possible. Throws CONFLICT. */
function requireStep(current: Dictation, step: CoSignatureStep): Signature {
  const { signature, coSignature } = current;
  const refuse = (message: string) => new AppError('CONFLICT', { message, current });
  if (signature === null) throw refuse('This dictation is not signed.');
  if (coSignature === null) throw refuse('This dictation needs no co-signature.');
  if (!isCoSignatureStep(coSignature.state, step))
    throw refuse(
      coSignature.state === 'CoSigned'
        ? 'This dictation is already co-signed.'
        : 'This dictation was already sent back.',
    );
  return signature;
}

async function findChanged(tx: Tx, id: string): Promise<Dictation> {
  const changed = await findDictation(tx.db, id);
  if (changed === undefined) throw notFound(MISSING);
  return presentDictation(changed);
}
