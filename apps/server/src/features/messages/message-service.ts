import { messageCreate, messageUpdate } from '@portal/contract/messages';
import { todayIn } from '@portal/domain/date';
import { statusAfterAssigning } from '@portal/domain/message-status';
import { changedValues } from '#audit/audit-entry.ts';
import { inTransaction } from '#request/transaction.ts';
import { AppError, fieldError } from '#platform/app-error.ts';
import { hasPermission, type SignedInContext } from '#request/context.ts';
import { checkVersion } from '#request/versions.ts';
import { withChange } from '#request/with-change.ts';
import { operation } from '#http/operation.ts';
import { requirePatient } from '#features/patients/index.ts';
import { addMessageActivity, addAssignmentActivity } from './message-activity.ts';
import { insertEvents, type NewEvent } from './event-repo.ts';
import { lockOpenMessage, requireAssignable, requireStatus, saveChange } from './message-rules.ts';
import { requireMessage, withThread } from './read-messages.ts';
import {
  findMessage,
  insertMessage,
  messageColumns,
  reserveMessageNumber,
  type MessageRecordRow,
} from './message-repo.ts';

/** Allowed clock difference of the practice's computers. */
const CLOCK_DIFFERENCE_MS = 5 * 60_000;

/**
 * Creates a message and assigns it if an assignee is given. Throws VALIDATION (patient, call time, assignee, original
 * message), and FORBIDDEN for an assignee without Message.Assign.
 */
export const createMessage = operation(messageCreate, async (context, { body }) => {
  const { assignedToUserId, followUpToId, ...fields } = body;
  const callAt = callTime(context, fields.callDateTime, context.now);
  if (assignedToUserId !== null && !hasPermission(context, 'Message.Assign')) {
    const message = 'You do not have permission to assign phone messages.';
    throw new AppError('FORBIDDEN', { message, errors: { assignedToUserId: [message] } });
  }
  return inTransaction(context, async (tx) => {
    if (fields.patientId !== null) await requirePatient(tx.db, fields.patientId);
    if (assignedToUserId !== null)
      await requireAssignable(tx.db, assignedToUserId, context.now, 'assignedToUserId');
    if (followUpToId !== null && (await findMessage(tx.db, followUpToId, context.now)) === undefined)
      throw fieldError('followUpToId', 'The original message does not exist or was deleted.');
    const year = Number(todayIn(context.deps.config.practice.timeZone, context.now).slice(0, 4));
    const { id, number } = await reserveMessageNumber(tx.db, year);
    const status = statusAfterAssigning('New', assignedToUserId !== null);
    await insertMessage(tx.db, {
      id,
      ...messageColumns(fields),
      call_at: callAt,
      message_number: number,
      status,
      assigned_to_user_id: assignedToUserId,
      assigned_by: assignedToUserId === null ? null : context.user.id,
      assigned_at: assignedToUserId === null ? null : context.now,
      follow_up_to_id: followUpToId,
      created_by: context.user.id,
      created_at: context.now,
      updated_at: context.now,
    });
    await insertEvents(context, tx.db, id, [
      { kind: 'Created' },
      ...(assignedToUserId === null ? [] : [{ kind: 'Assigned' as const, assignedToUserId, status }]),
    ]);
    if (followUpToId !== null)
      await insertEvents(context, tx.db, followUpToId, [{ kind: 'FollowUp', text: number }]);
    const row = await requireMessage(tx.db, id, context.now);
    tx.audit({
      action: 'Created',
      entityType: 'PhoneMessage',
      entityId: id,
      patientId: row.patient_id,
      newValues: { messageNumber: number, ...auditFields(row), assignedToUserId, followUpToId },
    });
    addMessageActivity(
      tx,
      id,
      'message.created',
      fields.priority === 'Urgent' ? 'An urgent phone message was taken' : 'A phone message was taken',
      fields.priority === 'Urgent' ? 'error' : 'success',
    );
    if (assignedToUserId !== null) addAssignmentActivity(context, tx, id, assignedToUserId);
    return withThread(tx.db, row);
  });
});

/** Updates a message. Throws NOT_FOUND, STALE, VALIDATION, and CONFLICT if it is completed or the status is not allowed. */
export const changeMessage = operation(messageUpdate, async (context, { params: { id }, body }) => {
  const { version, callDateTime = null, ...sent } = body;
  return inTransaction(context, async (tx) => {
    const before = await lockOpenMessage(context, tx.db, id);
    checkVersion(context, version, await withThread(tx.db, before));
    const fields = withChange(auditFields(before), sent);
    if (fields.patientId !== null && fields.patientId !== before.patient_id)
      await requirePatient(tx.db, fields.patientId);
    const { status: next } = fields;
    requireStatus(before.status, next);
    const callAt = callTime(context, callDateTime, before.call_at);
    await saveChange(context, tx.db, before, { ...messageColumns(fields), call_at: callAt, status: next });
    const row = await requireMessage(tx.db, id, context.now);
    const { oldValues, newValues } = changedValues(auditFields(before), auditFields(row));
    const edited = Object.keys(newValues).filter((name) => name !== 'status');
    const events: NewEvent[] = [];
    if (edited.length > 0) events.push({ kind: 'Edited', changedFields: edited });
    if (next !== before.status) events.push({ kind: 'StatusChanged', status: next });
    await insertEvents(context, tx.db, id, events);
    tx.audit({
      action: 'Updated',
      entityType: 'PhoneMessage',
      entityId: id,
      patientId: row.patient_id ?? before.patient_id,
      oldValues,
      newValues,
    });
    addMessageActivity(tx, id, 'message.updated', 'A phone message was updated', 'info');
    return withThread(tx.db, row);
  });
});

function callTime(context: SignedInContext, sent: string | null, otherwise: Date): Date {
  if (sent === null) return otherwise;
  const at = new Date(sent);
  if (at.getTime() > context.now.getTime() + CLOCK_DIFFERENCE_MS)
    throw fieldError('callDateTime', 'Call time cannot be in the future');
  if (at.getTime() < Date.UTC(2000, 0, 1)) throw fieldError('callDateTime', 'Call time is too long ago');
  return at;
}

const auditFields = (row: MessageRecordRow) => ({
  category: row.category,
  callerName: row.caller_name,
  callerPhone: row.caller_phone,
  patientId: row.patient_id,
  message: row.message,
  callDateTime: row.call_at.toISOString(),
  priority: row.priority,
  status: row.status,
});
