import { type Dictation, dictationSign } from '@portal/contract/dictations';
import type { Letterhead } from '@portal/contract/signed-print';
import { needsCoSignature } from '@portal/domain/dictation/co-signature';
import { maySign } from '@portal/domain/roles';
import { together } from '#db/together.ts';
import { mapInTurns } from '#platform/in-turns.ts';
import { inTransaction, type Tx } from '#request/transaction.ts';
import { AppError, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { checkVersion } from '#request/versions.ts';
import { operation } from '#http/operation.ts';
import { askToCoSign } from '../co-signing/co-sign.ts';
import { findSupervision, insertCoSignature, type Supervision } from '../co-signing/co-signature-repo.ts';
import {
  findDictation,
  findDictations,
  lockDictation,
  lockDictations,
  updateStatus,
  type DictationRecord,
} from '../dictation-repo.ts';
import { contentOfDictation, requireComplete } from '../dictation-rules.ts';
import { dictationActivity, MISSING, presentDictation } from '../dictation-view.ts';
import { currentLetterhead } from '../letterheads.ts';
import { signedPrint } from './signed-print.ts';
import { insertSignedPrint } from './signed-print-repo.ts';
import { requireNoBlockingFindings } from './signing-findings.ts';
import { findSigner, updateSigned, type Signer } from './signing-repo.ts';

/**
 * Signs the caller's own dictation permanently with name, title, time, what it prints, and a hash of all of it; a draft is completed
 * first.
 * Repeating the call returns the signed dictation. Throws NOT_FOUND, FORBIDDEN (not the provider, or no signing role, including
 * SuperAdmins), STALE, CONFLICT (signed by another), and VALIDATION (empty required fields, or a check that prevents signing).
 */
export const signDictation = operation(dictationSign, async (context, { params: { id }, body }) => {
  const { version } = body;
  const { user, now } = context;
  return inTransaction(context, async (tx) => {
    const row = await lockDictation(tx.db, id);
    if (row?.is_active !== true) throw notFound(MISSING);
    const current = presentDictation(row);
    const isSigned = current.status === 'Signed';
    if (!isSigned) checkVersion(context, version, current);
    else if (current.providerId !== user.id)
      throw new AppError('CONFLICT', { message: 'This dictation is already signed.', current });
    requireSigningRole(context);
    if (isSigned) {
      tx.audit({ action: 'Viewed', entityType: 'Dictation', entityId: id, patientId: current.patientId });
      return current;
    }
    requireOwn(context, current);
    requireComplete(contentOfDictation(current), current);
    const [, signer, supervision, letterhead] = await together([
      requireNoBlockingFindings(context, tx.db, [current]),
      findSigner(tx.db, user.id),
      findSupervision(tx.db, user.id),
      currentLetterhead(context, tx.db, current.locationId),
    ]);
    const isDraft = current.status === 'Draft';
    if (isDraft)
      tx.audit({
        action: 'Updated',
        entityType: 'Dictation',
        entityId: id,
        patientId: current.patientId,
        oldValues: { status: 'Draft' },
        newValues: { status: 'Completed' },
      });
    const completed: Dictation = isDraft
      ? { ...current, status: 'Completed', version: current.version + 1 }
      : current;
    const [, , signed] = await together([
      isDraft && updateStatus(tx.db, [id], 'Completed', { by: user.id, now }),
      sign(context, tx, row, completed, { signer, supervision, letterhead }),
      findDictation(tx.db, id),
    ]);
    if (signed === undefined) throw notFound(MISSING);
    return presentDictation(signed);
  });
});

/**
 * Signs the caller's own dictations, all or none. Returns the number signed by this call: dictations that the caller has already
 * signed are skipped, so a call can be repeated after a lost response. Throws FORBIDDEN and VALIDATION like `signDictation`,
 * NOT_FOUND, and CONFLICT (a draft).
 */
export async function signDictations(
  context: SignedInContext,
  tx: Tx,
  ids: readonly string[],
): Promise<number> {
  requireSigningRole(context);
  await lockDictations(tx.db, ids);
  const rows = await findDictations(tx.db, ids);
  const dictations = await mapInTurns(rows, presentDictation);
  if (dictations.length < new Set(ids).size || dictations.some(({ isActive }) => !isActive))
    throw notFound(MISSING);
  // Only the provider can sign, so the provider of a signed dictation is its signer.
  const open = dictations.filter(
    ({ providerId, status }) => status !== 'Signed' || providerId !== context.user.id,
  );
  await mapInTurns(open, (dictation) => {
    requireOwn(context, dictation);
    if (dictation.status === 'Draft')
      throw new AppError('CONFLICT', {
        message: 'This dictation is still a draft. Complete it before signing.',
      });
    requireComplete(contentOfDictation(dictation), dictation);
  });
  await requireNoBlockingFindings(context, tx.db, open);
  const signer = await findSigner(tx.db, context.user.id);
  const supervision = await findSupervision(tx.db, context.user.id);
  const letterheads = new Map<string, Letterhead>();
  for (const dictation of open) {
    const { id, locationId } = dictation;
    const letterhead = letterheads.get(locationId) ?? (await currentLetterhead(context, tx.db, locationId));
    letterheads.set(locationId, letterhead);
    const row = rows.find((each) => each.id === id);
    if (row !== undefined) await sign(context, tx, row, dictation, { signer, supervision, letterhead });
  }
  return open.length;
}

function requireSigningRole({ user }: SignedInContext): void {
  if (!maySign(user.roles))
    throw new AppError('FORBIDDEN', { message: 'Only providers can sign dictations.' });
}

function requireOwn({ user }: SignedInContext, { providerId }: Dictation): void {
  if (providerId !== user.id)
    throw new AppError('FORBIDDEN', { message: 'Only the dictation’s provider can sign it.' });
}

async function sign(
  context: SignedInContext,
  tx: Tx,
  row: DictationRecord,
  dictation: Dictation,
  {
    signer,
    supervision,
    letterhead,
  }: { readonly signer: Signer; readonly supervision: Supervision; readonly letterhead: Letterhead },
): Promise<void> {
  const { user, now } = context;
  const { print, hash } = signedPrint(row, { signer, letterhead, now });
  const { hasSupervisor, supervisorId } = supervision;
  const needsSecond = needsCoSignature(
    { roles: user.roles, hasSupervisor },
    { needsCoSignature: row.needs_co_signature },
  );
  const [, isSigned] = await together([
    insertSignedPrint(tx.db, row, print, now),
    updateSigned(tx.db, dictation, { ...signer, contentHash: hash }, { by: user.id, now }),
    needsSecond && insertCoSignature(tx.db, { dictationId: dictation.id, supervisorId }, now),
  ]);
  if (!isSigned) throw new AppError('CONFLICT', { current: dictation });
  tx.audit({
    action: 'Signed',
    entityType: 'Dictation',
    entityId: dictation.id,
    patientId: dictation.patientId,
    oldValues: { status: dictation.status },
    newValues: {
      status: 'Signed',
      contentHash: hash.toString('hex'),
      ...(needsSecond && { coSignature: 'Awaiting', supervisorId }),
    },
  });
  tx.activity(dictationActivity(dictation.id, 'dictation.signed', 'A dictation was signed', 'success'));
  tx.notifyUser({ kind: 'DictationSigned', userId: dictation.createdByUser.id, entityId: dictation.id });
  if (needsSecond) askToCoSign(tx, dictation.id, supervisorId);
}
