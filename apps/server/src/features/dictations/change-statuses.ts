import type { BodyOf } from '@portal/contract/endpoint';
import { type Dictation, dictationBatchStatus } from '@portal/contract/dictations';
import { isBatchStep } from '@portal/domain/dictation';
import { inTransaction } from '#request/transaction.ts';
import { AppError, notFound } from '#platform/app-error.ts';
import { mapInTurns } from '#platform/in-turns.ts';
import type { SignedInContext } from '#request/context.ts';
import { operation } from '#http/operation.ts';
import { findDictations, lockDictations, updateStatus } from './dictation-repo.ts';
import { contentOfDictation, requireComplete, requireMayComplete } from './dictation-rules.ts';
import { presentDictation, reviewActivity } from './dictation-view.ts';

type Body = BodyOf<typeof dictationBatchStatus>;

/**
 * Changes the status of dictations, all or none. Throws NOT_FOUND (one does not exist), CONFLICT (one cannot change to the
 * status), FORBIDDEN (completing another provider's dictation), and VALIDATION (empty required fields).
 */
export const changeStatuses = operation(dictationBatchStatus, async (context, { body }) => {
  const { dictationIds, newStatus } = body;
  const { user, now } = context;
  const ids = [...new Set(dictationIds)];
  return inTransaction(context, async (tx) => {
    await lockDictations(tx.db, ids);
    const dictations = await mapInTurns(await findDictations(tx.db, ids), presentDictation);
    if (dictations.length < ids.length || dictations.some(({ isActive }) => !isActive))
      throw notFound('One of these dictations does not exist. Nothing was changed.');
    await mapInTurns(dictations, (dictation) => requireStep(context, dictation, newStatus));
    await updateStatus(tx.db, ids, newStatus, { by: user.id, now });
    for (const { id, patientId, providerId, status } of dictations) {
      tx.audit({
        action: 'Updated',
        entityType: 'Dictation',
        entityId: id,
        patientId,
        oldValues: { status },
        newValues: { status: newStatus },
      });
      if (newStatus === 'Saved' && providerId !== user.id) tx.activity(reviewActivity(id, providerId));
    }
    const count = ids.length === 1 ? '1 dictation' : `${ids.length} dictations`;
    return { message: `${count} changed to ${newStatus}.`, updatedCount: ids.length };
  });
});

function requireStep(context: SignedInContext, dictation: Dictation, newStatus: Body['newStatus']): void {
  const { status, patientName, providerId } = dictation;
  if (!isBatchStep(status, newStatus)) {
    const problem = `is ${status} and cannot be changed to ${newStatus}. Nothing was changed.`;
    throw new AppError('CONFLICT', {
      message: `The dictation for ${patientName} ${problem}`,
      about: [dictation],
      otherwise: `One of these dictations ${problem}`,
    });
  }
  if (newStatus === 'Completed') requireMayComplete(context, providerId);
  if (newStatus !== 'Draft') requireComplete(contentOfDictation(dictation), dictation);
}
