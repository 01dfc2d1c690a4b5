import { draftDelete } from '@portal/contract/dictation-drafts';
import { inTransaction } from '#request/transaction.ts';
import { notFound } from '#platform/app-error.ts';
import { operation } from '#http/operation.ts';
import { MISSING_DRAFT } from '../dictation-view.ts';
import { deleteDraft, findDraft, lockDraft, openContent } from './draft-repo.ts';

/** Discards one of the caller's drafts. Throws NOT_FOUND. */
export const discardDraft = operation(draftDelete, async (context, { params: { id } }) => {
  return inTransaction(context, async (tx) => {
    await lockDraft(tx.db, id);
    const row = await findDraft(tx.db, context.user.id, id);
    if (row === undefined) throw notFound(MISSING_DRAFT);
    await deleteDraft(tx.db, id);
    tx.audit({
      action: 'Deleted',
      entityType: 'Dictation',
      entityId: row.dictation_id,
      patientId: openContent(context.deps.keys, row).patientId,
      newValues: { draftId: id },
    });
    return { message: 'The draft was discarded.' };
  });
});
