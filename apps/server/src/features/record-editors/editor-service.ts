import { recordEditing, recordEditors } from '@portal/contract/record-editors';
import { EDITED_RECORDS, EDITING_EXPIRES_MS, editingTopic } from '@portal/domain/edited-record';
import { fullName } from '@portal/domain/person-name';
import { AppError } from '#platform/app-error.ts';
import { hasPermission } from '#request/context.ts';
import { inTransaction } from '#request/transaction.ts';
import { operation } from '#http/operation.ts';
import { listEditors, removeEditor, touchEditor } from './editor-repo.ts';

const expiredAt = (now: Date) => new Date(now.getTime() - EDITING_EXPIRES_MS);

/** Lists who else is editing a record. Throws FORBIDDEN without the permission to view records of its type. */
export const getEditors = operation(recordEditors, async (context, { query: record }) => {
  if (!hasPermission(context, EDITED_RECORDS[record.entityType].view)) throw new AppError('FORBIDDEN');
  const { deps, now, user } = context;
  const rows = await listEditors(deps.db, { ...record, userId: user.id }, expiredAt(now));
  return rows.map((row) => ({ userId: row.id, name: fullName(row.first_name, row.last_name) }));
});

/** Records that the caller is editing a record or has left it. Throws FORBIDDEN without the permission to edit records of its type. */
export const reportEditing = operation(recordEditing, async (context, { body: { isEditing, ...record } }) => {
  const { view, edit } = EDITED_RECORDS[record.entityType];
  if (!hasPermission(context, edit)) throw new AppError('FORBIDDEN');
  const { now, user } = context;
  await inTransaction(context, async (tx) => {
    const editor = { ...record, userId: user.id };
    const isChanged = isEditing
      ? await touchEditor(tx.db, editor, { now, expired: expiredAt(now) })
      : await removeEditor(tx.db, editor);
    if (isChanged) tx.notify('changes', { topic: editingTopic(record), permission: view });
  });
  return undefined;
});
