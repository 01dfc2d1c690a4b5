import type { AnswerOf } from '@portal/contract/endpoint';
import { type dictationDelete, dictationReactivate } from '@portal/contract/dictation-admin';
import { inTransaction, type Tx } from '#request/transaction.ts';
import { AppError, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { operation } from '#http/operation.ts';
import { findDictationRows, lockDictations, type DictationListRow } from './dictation-repo.ts';
import { dictationActivity, MISSING, presentDictationRow } from './dictation-view.ts';
import { activateDictation, deactivateDictations, deleteDictations } from './removal-repo.ts';

/**
 * Deactivates or permanently deletes dictations, all or none. Throws NOT_FOUND when one does not exist, and CONFLICT when one to
 * delete is signed or one to deactivate is already inactive.
 */
export async function removeDictations(
  context: SignedInContext,
  dictationIds: readonly string[],
  permanent: boolean,
): Promise<AnswerOf<typeof dictationDelete>> {
  const { user, now } = context;
  const ids = [...new Set(dictationIds)];
  return inTransaction(context, async (tx) => {
    const rows = await lockRows(tx, ids);
    if (permanent) {
      requireUnsigned(rows);
      await deleteDictations(tx.db, ids);
    } else {
      requireActive(rows);
      await deactivateDictations(tx.db, ids, { by: user.id, now });
    }
    for (const row of rows) {
      tx.audit({
        action: 'Deleted',
        entityType: 'Dictation',
        entityId: row.id,
        patientId: row.patient_id,
        oldValues: {
          status: row.status,
          isActive: row.is_active,
          // After a permanent deletion, only the audit log knows what it was.
          ...(permanent && { templateName: row.template_name, procedureDate: row.procedure_date }),
        },
        newValues: permanent ? { permanent: true } : { isActive: false },
      });
      const event = permanent ? 'dictation.deleted' : 'dictation.deactivated';
      const happened = permanent ? 'A dictation was deleted' : 'A dictation was deactivated';
      tx.activity(dictationActivity(row.id, event, happened, 'warning'));
    }
    const count = rows.length === 1 ? '1 dictation was' : `${rows.length} dictations were`;
    return {
      message: `${count} ${permanent ? 'permanently deleted' : 'deactivated'}.`,
      count: rows.length,
      dictations: rows.map(presentDictationRow),
    };
  });
}

/** Reactivates a dictation. Throws NOT_FOUND, or CONFLICT when it is already active. */
export const reactivateDictation = operation(dictationReactivate, async (context, { params: { id } }) => {
  return inTransaction(context, async (tx) => {
    const [row] = await lockRows(tx, [id]);
    if (row?.is_active === true)
      throw new AppError('CONFLICT', { message: 'This dictation is already active.' });
    await activateDictation(tx.db, id);
    const [changed] = await findDictationRows(tx.db, [id]);
    if (changed === undefined) throw notFound(MISSING);
    tx.audit({
      action: 'Updated',
      entityType: 'Dictation',
      entityId: id,
      patientId: changed.patient_id,
      oldValues: { isActive: false },
      newValues: { isActive: true },
    });
    tx.activity(dictationActivity(id, 'dictation.reactivated', 'A dictation was reactivated', 'info'));
    return presentDictationRow(changed);
  });
});

async function lockRows(tx: Tx, ids: readonly string[]): Promise<DictationListRow[]> {
  await lockDictations(tx.db, ids);
  const rows = await findDictationRows(tx.db, ids);
  if (rows.length < ids.length)
    throw notFound(
      ids.length === 1 ? MISSING : 'One of these dictations does not exist. Nothing was changed.',
    );
  return rows;
}

function requireUnsigned(rows: readonly DictationListRow[]): void {
  const signed = rows.filter(({ status }) => status === 'Signed').length;
  if (signed === 0) return;
  throw new AppError('CONFLICT', {
    message:
      rows.length === 1
        ? 'A signed dictation cannot be deleted. You can deactivate it instead.'
        : `${signed} of these dictations ${signed === 1 ? 'is' : 'are'} signed, and signed dictations cannot be deleted. Nothing was changed.`,
  });
}

function requireActive(rows: readonly DictationListRow[]): void {
  if (rows.every(({ is_active: isActive }) => isActive)) return;
  throw new AppError('CONFLICT', {
    message:
      rows.length === 1
        ? 'This dictation is already inactive.'
        : 'One of these dictations is already inactive. Nothing was changed.',
  });
}
