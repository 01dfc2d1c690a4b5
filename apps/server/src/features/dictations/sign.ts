import type { Dictation } from '@portal/contract/dictations';
import { fullName } from '@portal/domain/person-name';
import { maySign } from '@portal/domain/roles';
import type { Tx } from '#request/transaction.ts';
import { AppError, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { contentHash } from './content-hash.ts';
import { contentOfDictation, requireComplete } from './complete.ts';
import { loadDictations } from './load.ts';
import { anyId } from '#db/any-id.ts';

/** Message for an unknown dictation. */
export const MISSING = 'This dictation does not exist.';

/**
 * Locks these dictations against changes until the transaction ends, always in ID order to avoid deadlocks. Drafts can still
 * refer to them.
 */
export async function lockDictations(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.db
    .selectFrom('dictations')
    .select('id')
    .where('id', '=', anyId(ids))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/**
 * Signs the caller's own dictations, all or none, with name, title, time, and a hash of the content. Returns the number signed by
 * this call: dictations that the caller has already signed are skipped, so a call can be repeated after a lost response. Throws
 * FORBIDDEN (not the provider, or no signing role, including SuperAdmins), NOT_FOUND, CONFLICT with the dictation (a draft), and
 * VALIDATION (empty required fields).
 */
export async function signDictations(
  context: SignedInContext,
  tx: Tx,
  ids: readonly string[],
): Promise<number> {
  if (!maySign(context.user.roles))
    throw new AppError('FORBIDDEN', { message: 'Only providers can sign dictations.' });
  await lockDictations(tx, ids);
  const dictations = await loadDictations(tx.db, ids);
  if (dictations.length < new Set(ids).size || dictations.some(({ isActive }) => !isActive))
    throw notFound(MISSING);
  const open = dictations.filter((dictation) => !isSignedBy(context, dictation));
  for (const dictation of open) requireSignable(context, dictation);
  const signer = await signerOf(context, tx);
  for (const dictation of open) await sign(context, tx, dictation, signer);
  return open.length;
}

function isSignedBy(context: SignedInContext, { providerId, status }: Dictation): boolean {
  // Only the provider can sign, so the provider is the signer.
  return status === 'Signed' && providerId === context.user.id;
}

function requireSignable(context: SignedInContext, dictation: Dictation): void {
  if (dictation.providerId !== context.user.id)
    throw new AppError('FORBIDDEN', { message: 'Only the dictation’s provider can sign it.' });
  if (dictation.status === 'Draft')
    throw new AppError('CONFLICT', {
      message: 'This dictation is still a draft. Complete it before signing.',
      current: dictation,
    });
  requireComplete(contentOfDictation(dictation), dictation.formData, dictation.billingOption);
}

async function signerOf(
  { user }: SignedInContext,
  tx: Tx,
): Promise<{ readonly name: string; readonly title: string | null }> {
  const row = await tx.db
    .selectFrom('users')
    .select(['first_name', 'last_name', 'title'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  return { name: fullName(row.first_name, row.last_name), title: row.title };
}

async function sign(
  context: SignedInContext,
  tx: Tx,
  dictation: Dictation,
  signer: { readonly name: string; readonly title: string | null },
): Promise<void> {
  const hash = contentHash(dictation, { ...signer, signedAt: context.now.toISOString() });
  const { numUpdatedRows } = await tx.db
    .updateTable('dictations')
    .set((eb) => ({
      status: 'Signed',
      signed_at: context.now,
      signed_by: context.user.id,
      signer_name: signer.name,
      signer_title: signer.title,
      content_hash: hash,
      updated_at: context.now,
      updated_by: context.user.id,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', dictation.id)
    .where('status', 'in', ['Saved', 'Completed'])
    .where('provider_id', '=', context.user.id)
    .where('version', '=', dictation.version)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new AppError('CONFLICT', { current: dictation });
  tx.audit({
    action: 'Signed',
    entityType: 'Dictation',
    entityId: dictation.id,
    patientId: dictation.patientId,
    oldValues: { status: dictation.status },
    newValues: { status: 'Signed', contentHash: hash.toString('hex') },
  });
  tx.activity({
    description: 'A dictation was signed',
    icon: 'Mic',
    color: 'success',
    entityType: 'Dictation',
    entityId: dictation.id,
    requiredPermission: 'Dictation.View',
  });
}
