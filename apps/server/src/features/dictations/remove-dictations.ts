import type { AnswerOf, QueryOf } from '@portal/contract/endpoint';
import type { dictationDelete, managedDictations } from '@portal/contract/dictation-admin';
import type { DictationRow } from '@portal/contract/dictations';
import { dayIn } from '@portal/domain/date';
import { STATUSES_OF } from '@portal/domain/dictation';
import type { Db } from '#db/database.ts';
import { anyId } from '#db/any-id.ts';
import { inTransaction, type Tx } from '#request/transaction.ts';
import { findDictationRows } from './rows.ts';
import { lockDictations, MISSING } from './sign.ts';
import { AppError, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { announce } from './announce.ts';
import { readDictationPage } from './list-repo.ts';
import { datesOf, shownRows } from './read-dictations.ts';

/** Lists a page of dictations for cleanup, newest first by default. */
export async function getManaged(
  context: SignedInContext,
  query: QueryOf<typeof managedDictations>,
): Promise<AnswerOf<typeof managedDictations>> {
  const { db, config } = context.deps;
  const day = (text: string | undefined) =>
    text === undefined ? null : dayIn(config.practice.timeZone, text);
  const { ids, ...totals } = await readDictationPage(
    db,
    {
      templateId: query.templateId,
      statuses: query.status === undefined ? undefined : STATUSES_OF[query.status],
      ...datesOf({ startDate: day(query.startDate), endDate: day(query.endDate) }),
      includeInactive: query.includeInactive,
    },
    {
      orderBy: query.orderBy ?? 'createdAt',
      descending: (query.sortDirection ?? (query.orderBy === undefined ? 'desc' : 'asc')) === 'desc',
      page: query.page,
      pageSize: query.pageSize,
    },
  );
  return { data: await shownRows(context, ids, null), ...totals };
}

/**
 * Deactivates or permanently deletes dictations, all or none. Throws NOT_FOUND when one does not exist, and CONFLICT when one to
 * delete is signed or one to deactivate is already inactive.
 */
export async function removeDictations(
  context: SignedInContext,
  dictationIds: readonly string[],
  permanent: boolean,
): Promise<AnswerOf<typeof dictationDelete>> {
  const ids = [...new Set(dictationIds)];
  return inTransaction(context, async (tx) => {
    const rows = await lockRows(tx, ids);
    if (permanent) await deleteForever(tx, rows);
    else await deactivate(context, tx, rows);
    for (const { id, patientId, status, isActive } of rows) {
      tx.audit({
        action: 'Deleted',
        entityType: 'Dictation',
        entityId: id,
        patientId,
        oldValues: { status, isActive },
        newValues: permanent ? { permanent: true } : { isActive: false },
      });
      announce(tx, id, permanent ? 'A dictation was deleted' : 'A dictation was deactivated', 'warning');
    }
    const count = rows.length === 1 ? '1 dictation was' : `${rows.length} dictations were`;
    return { message: `${count} ${permanent ? 'permanently deleted' : 'deactivated'}.`, count: rows.length };
  });
}

async function lockRows(tx: Tx, ids: readonly string[]): Promise<DictationRow[]> {
  await lockDictations(tx, ids);
  const rows = await findDictationRows(tx.db, ids);
  if (rows.length < ids.length)
    throw notFound(
      ids.length === 1 ? MISSING : 'One of these dictations does not exist. Nothing was changed.',
    );
  return rows;
}

async function deleteForever(tx: Tx, rows: readonly DictationRow[]): Promise<void> {
  const signed = rows.filter(({ status }) => status === 'Signed');
  if (signed.length > 0)
    throw new AppError('CONFLICT', {
      message:
        rows.length === 1
          ? 'A signed dictation cannot be deleted. You can deactivate it instead.'
          : `${signed.length} of these dictations ${signed.length === 1 ? 'is' : 'are'} signed, and signed dictations cannot be deleted. Nothing was changed.`,
    });
  await tx.db
    .deleteFrom('dictations')
    .where('id', '=', anyId(rows.map(({ id }) => id)))
    .where('status', '!=', 'Signed')
    .execute();
}

async function deactivate(context: SignedInContext, tx: Tx, rows: readonly DictationRow[]): Promise<void> {
  if (rows.some(({ isActive }) => !isActive))
    throw new AppError('CONFLICT', {
      message:
        rows.length === 1
          ? 'This dictation is already inactive.'
          : 'One of these dictations is already inactive. Nothing was changed.',
    });
  await tx.db
    .updateTable('dictations')
    .set((eb) => ({
      is_active: false,
      deactivated_at: context.now,
      deactivated_by: context.user.id,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', anyId(rows.map(({ id }) => id)))
    .execute();
}

/** Reactivates a dictation. Throws NOT_FOUND, or CONFLICT when it is already active. */
export async function reactivateDictation(context: SignedInContext, id: string): Promise<DictationRow> {
  return inTransaction(context, async (tx) => {
    const [row] = await lockRows(tx, [id]);
    if (row === undefined) throw notFound(MISSING);
    if (row.isActive) throw new AppError('CONFLICT', { message: 'This dictation is already active.' });
    await tx.db
      .updateTable('dictations')
      .set((eb) => ({
        is_active: true,
        deactivated_at: null,
        deactivated_by: null,
        version: eb('version', '+', 1),
      }))
      .where('id', '=', id)
      .execute();
    tx.audit({
      action: 'Updated',
      entityType: 'Dictation',
      entityId: id,
      patientId: row.patientId,
      oldValues: { isActive: false },
      newValues: { isActive: true },
    });
    announce(tx, id, 'A dictation was reactivated', 'info');
    return requireRow(tx.db, id);
  });
}

async function requireRow(db: Db, id: string): Promise<DictationRow> {
  const [row] = await findDictationRows(db, [id]);
  if (row === undefined) throw notFound(MISSING);
  return row;
}
