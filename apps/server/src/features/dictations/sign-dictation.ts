import type { BodyOf } from '@portal/contract/endpoint';
import type { Dictation, dictationAddendum, dictationSign } from '@portal/contract/dictations';
import { fullName } from '@portal/domain/person-name';
import { maySign } from '@portal/domain/roles';
import type { Db } from '#db/database.ts';
import { inTransaction, type Tx } from '#request/transaction.ts';
import { contentOfDictation, requireComplete } from './complete.ts';
import { loadDictation } from './load.ts';
import { lockDictations, MISSING, signDictations } from './sign.ts';
import { AppError, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { checkVersion } from '#http/versions.ts';
import { announce } from './announce.ts';

async function existing(db: Db, id: string): Promise<Dictation> {
  const dictation = await loadDictation(db, id);
  if (dictation?.isActive !== true) throw notFound(MISSING);
  return dictation;
}

/**
 * Signs the caller's own dictation permanently; a draft is completed first. Repeating the call returns the signed dictation. Throws
 * NOT_FOUND, FORBIDDEN (not the provider), STALE, CONFLICT (signed by another), and VALIDATION (empty required fields).
 */
export async function signDictation(
  context: SignedInContext,
  id: string,
  { version }: BodyOf<typeof dictationSign>,
): Promise<Dictation> {
  return inTransaction(context, async (tx) => {
    await lockDictations(tx, [id]);
    const current = await existing(tx.db, id);
    if (current.status !== 'Signed') checkVersion(context, version, current);
    else if (current.providerId !== context.user.id)
      throw new AppError('CONFLICT', { message: 'This dictation is already signed.', current });
    if (current.status === 'Draft') await completeOwn(context, tx, current);
    const signed = await signDictations(context, tx, [id]);
    if (signed === 0)
      tx.audit({
        action: 'Viewed',
        entityType: 'Dictation',
        entityId: id,
        patientId: current.patientId,
      });
    return existing(tx.db, id);
  });
}

/** Completes the caller's own draft; signing rejects any other. Throws VALIDATION for empty required fields. */
async function completeOwn(context: SignedInContext, tx: Tx, draft: Dictation): Promise<void> {
  if (draft.providerId !== context.user.id || !maySign(context.user.roles)) return;
  requireComplete(contentOfDictation(draft), draft.formData, draft.billingOption);
  await tx.db
    .updateTable('dictations')
    .set((eb) => ({
      status: 'Completed',
      updated_by: context.user.id,
      updated_at: context.now,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', draft.id)
    .where('status', '=', 'Draft')
    .execute();
  tx.audit({
    action: 'Updated',
    entityType: 'Dictation',
    entityId: draft.id,
    patientId: draft.patientId,
    oldValues: { status: 'Draft' },
    newValues: { status: 'Completed' },
  });
}

/** Adds an addendum to a signed dictation. Throws NOT_FOUND, or CONFLICT when it is not signed. */
export async function addAddendum(
  context: SignedInContext,
  id: string,
  { text, reason }: BodyOf<typeof dictationAddendum>,
): Promise<Dictation> {
  return inTransaction(context, async (tx) => {
    await lockDictations(tx, [id]);
    const current = await existing(tx.db, id);
    if (current.status !== 'Signed')
      throw new AppError('CONFLICT', {
        message: 'Addenda can be added only to signed dictations. Edit the dictation instead.',
        current,
      });
    const author = await tx.db
      .selectFrom('users')
      .select(['first_name', 'last_name', 'title'])
      .where('id', '=', context.user.id)
      .executeTakeFirstOrThrow();
    await tx.db
      .insertInto('dictation_addenda')
      .values({
        dictation_id: id,
        text,
        reason,
        author_id: context.user.id,
        author_name: fullName(author.first_name, author.last_name),
        author_title: author.title,
        created_at: context.now,
      })
      .execute();
    await tx.db
      .updateTable('dictations')
      .set((eb) => ({ addendum_count: eb('addendum_count', '+', 1), version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute();
    tx.audit({
      action: 'Modified',
      entityType: 'Dictation',
      entityId: id,
      patientId: current.patientId,
      reason,
      newValues: { addendum: current.addendums.length + 1 },
    });
    announce(tx, id, 'An addendum was added to a dictation', 'info');
    return existing(tx.db, id);
  });
}
