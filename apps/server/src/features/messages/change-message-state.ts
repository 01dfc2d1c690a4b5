import type { BodyOf } from '@portal/contract/endpoint';
import {
  messageAddNote,
  type messageAssign,
  type messageComplete,
  messageDelete,
  messageSetStatus,
  type PhoneMessageRecord,
} from '@portal/contract/messages';
import { statusAfterAssigning } from '@portal/domain/message-status';
import { changedValues } from '#audit/audit-entry.ts';
import { inTransaction, type Tx } from '#request/transaction.ts';
import { AppError, notFound } from '#platform/app-error.ts';
import { hasPermission, type SignedInContext } from '#request/context.ts';
import { checkVersion } from '#request/versions.ts';
import { operation } from '#http/operation.ts';
import { addMessageActivity, addAssignmentActivity } from './message-activity.ts';
import { insertEvents } from './event-repo.ts';
import { lockMessage, type MessageRecordRow } from './message-repo.ts';
import { lockOpenMessage, requireAssignable, requireStatus, saveChange } from './message-rules.ts';
import { MISSING, recordView, requireMessage, withThread } from './read-messages.ts';

/**
 * Assigns a message to a user, or unassigns it (null). A New message becomes InProgress; assigning the same user again
 * changes nothing. Throws NOT_FOUND, STALE, VALIDATION, and CONFLICT for a completed message.
 */
export async function assignMessage(
  context: SignedInContext,
  id: string,
  { userId, version }: BodyOf<typeof messageAssign>,
): Promise<PhoneMessageRecord> {
  return inTransaction(context, async (tx) => {
    const before = await lockOpenMessage(context, tx.db, id);
    if (before.assigned_to_user_id === userId) return unchanged(context, tx, before);
    checkVersion(context, version, await withThread(tx.db, before));
    if (userId !== null) await requireAssignable(tx.db, userId, context.now, 'userId');
    return assign(context, tx, before, userId);
  });
}

/** Assigns an open message, whatever its version. The caller has checked that the user may have it. */
export async function reassignMessage(
  context: SignedInContext,
  tx: Tx,
  id: string,
  userId: string,
): Promise<PhoneMessageRecord> {
  return assign(context, tx, await lockOpenMessage(context, tx.db, id), userId);
}

async function assign(
  context: SignedInContext,
  tx: Tx,
  before: MessageRecordRow,
  userId: string | null,
): Promise<PhoneMessageRecord> {
  const { id } = before;
  const status = statusAfterAssigning(before.status, userId !== null);
  const values = {
    status,
    assigned_to_user_id: userId,
    assigned_by: userId === null ? null : context.user.id,
    assigned_at: userId === null ? null : context.now,
  };
  await saveChange(context, tx.db, before, values);
  await insertEvents(context, tx.db, id, [
    {
      kind: 'Assigned',
      assignedToUserId: userId,
      ...(status === before.status ? {} : { status }),
    },
  ]);
  tx.audit({
    action: 'Updated',
    entityType: 'PhoneMessage',
    entityId: id,
    patientId: before.patient_id,
    ...changedValues(
      { assignedToUserId: before.assigned_to_user_id, status: before.status },
      { assignedToUserId: userId, status },
    ),
  });
  addAssignmentActivity(context, tx, id, userId);
  return withThread(tx.db, await requireMessage(tx.db, id, context.now));
}

/** Completes a message. Throws NOT_FOUND, STALE, and CONFLICT naming who completed it if it is already completed. */
export async function completeMessage(
  context: SignedInContext,
  id: string,
  { resolution, version }: BodyOf<typeof messageComplete>,
): Promise<PhoneMessageRecord> {
  return inTransaction(context, async (tx) => {
    const before = await lockOpenMessage(context, tx.db, id);
    checkVersion(context, version, await withThread(tx.db, before));
    await saveChange(context, tx.db, before, {
      status: 'Completed',
      resolution,
      completed_at: context.now,
      completed_by: context.user.id,
    });
    await insertEvents(context, tx.db, id, [{ kind: 'Completed', text: resolution, status: 'Completed' }]);
    tx.audit({
      action: 'Updated',
      entityType: 'PhoneMessage',
      entityId: id,
      patientId: before.patient_id,
      oldValues: { status: before.status },
      newValues: { status: 'Completed', resolution },
    });
    addMessageActivity(tx, id, 'message.completed', 'A phone message was completed', 'success');
    if (before.assigned_to_user_id !== null)
      tx.notifyUser({ kind: 'MessageCompleted', userId: before.assigned_to_user_id, entityId: id });
    return withThread(tx.db, await requireMessage(tx.db, id, context.now));
  });
}

/** Switches between InProgress and RequiresFollowUp. Throws NOT_FOUND, CONFLICT, STALE. */
export const setMessageStatus = operation(messageSetStatus, async (context, { params: { id }, body }) => {
  const { status, version } = body;
  return inTransaction(context, async (tx) => {
    const before = await lockOpenMessage(context, tx.db, id);
    requireStatus(before.status, status);
    if (before.status === status) return unchanged(context, tx, before);
    checkVersion(context, version, await withThread(tx.db, before));
    await saveChange(context, tx.db, before, { status });
    await insertEvents(context, tx.db, id, [{ kind: 'StatusChanged', status }]);
    tx.audit({
      action: 'Updated',
      entityType: 'PhoneMessage',
      entityId: id,
      patientId: before.patient_id,
      oldValues: { status: before.status },
      newValues: { status },
    });
    addMessageActivity(
      tx,
      id,
      status === 'RequiresFollowUp' ? 'message.requires_follow_up' : 'message.in_progress',
      status === 'RequiresFollowUp'
        ? 'A phone message requires follow-up'
        : 'A phone message is in progress again',
      status === 'RequiresFollowUp' ? 'warning' : 'info',
    );
    return withThread(tx.db, await requireMessage(tx.db, id, context.now));
  });
});

/** Adds a note, also to a completed message. Throws NOT_FOUND, and FORBIDDEN unless the user is an editor or the assignee. */
export const addMessageNote = operation(messageAddNote, async (context, { params: { id }, body }) => {
  const { text } = body;
  return inTransaction(context, async (tx) => {
    const row = await requireMessage(tx.db, id, context.now);
    const isAssignee = row.assigned_to_user_id === context.user.id && context.user.apiKey === null;
    if (!hasPermission(context, 'Message.Edit') && !isAssignee)
      throw new AppError('FORBIDDEN', {
        message: 'You can add notes only to messages assigned to you.',
      });
    await insertEvents(context, tx.db, id, [{ kind: 'Note', text }]);
    tx.audit({
      action: 'Added',
      entityType: 'PhoneMessage',
      entityId: id,
      patientId: row.patient_id,
      newValues: { note: text },
    });
    addMessageActivity(tx, id, 'message.note_added', 'A note was added to a phone message', 'info');
    return withThread(tx.db, row);
  });
});

/** Soft-deletes a message. Throws NOT_FOUND. */
export const deleteMessage = operation(messageDelete, async (context, { params: { id }, body }) => {
  const reason = body?.reason;
  await inTransaction(context, async (tx) => {
    const row = await lockMessage(tx.db, id, context.now);
    if (row === undefined) throw notFound(MISSING);
    const values = { deleted_at: context.now, deleted_by: context.user.id };
    await saveChange(context, tx.db, row, values, { evenCompleted: true });
    tx.audit({
      action: 'Deleted',
      entityType: 'PhoneMessage',
      entityId: id,
      patientId: row.patient_id,
      reason: reason ?? null,
      oldValues: { messageNumber: row.message_number, status: row.status },
    });
    addMessageActivity(tx, id, 'message.deleted', 'A phone message was deleted', 'warning');
  });
  return undefined;
});

/** Returns a record that needed no change and audits the read. */
async function unchanged(
  context: SignedInContext,
  tx: Tx,
  row: MessageRecordRow,
): Promise<PhoneMessageRecord> {
  await recordView(context, row);
  return withThread(tx.db, row);
}
