import type { BodyOf } from '@portal/contract/endpoint';
import type { messageCreate, messageUpdate, PhoneMessageRecord } from '@portal/contract/messages';
import { formatDateTimeUs, todayIn } from '@portal/domain/date';
import { isFinal, statusAfterAssigning, statusError } from '@portal/domain/message-status';
import type { MessageStatus } from '@portal/domain/message-status';
import { fullName } from '@portal/domain/person-name';
import { changedValues } from '#audit/audit-entry.ts';
import type { Db } from '#db/database.ts';
import { inTransaction } from '#request/transaction.ts';
import { AppError, fieldError, notFound } from '#platform/app-error.ts';
import { holds, type SignedInContext } from '#request/context.ts';
import { checkVersion } from '#http/versions.ts';
import { requirePatient } from '#features/patients/index.ts';
import { announce, announceAssignment } from './announce.ts';
import { requireAssignable } from './assignable.ts';
import { insertEvents, type NewEvent } from './event-repo.ts';
import { MISSING, withThread } from './message-read.ts';
import {
  findMessage,
  insertMessage,
  lockMessage,
  reserveMessageNumber,
  updateMessage,
  type MessageColumns,
  type MessageRecordRow,
} from './message-repo.ts';

/** Allowed clock difference of the practice's computers. */
const CLOCK_DIFFERENCE_MS = 5 * 60_000;

/**
 * Creates a message and assigns it if an assignee is given. Throws VALIDATION (patient, call time, assignee, original
 * message), and FORBIDDEN for an assignee without Message.Assign.
 */
export async function createMessage(
  context: SignedInContext,
  { assignedToUserId, followUpToId, ...fields }: BodyOf<typeof messageCreate>,
): Promise<PhoneMessageRecord> {
  const callAt = callTime(context, fields.callDateTime, context.now);
  if (assignedToUserId !== null && !holds(context, 'Message.Assign')) {
    const message = 'You do not have permission to assign phone messages.';
    throw new AppError('FORBIDDEN', { message, errors: { assignedToUserId: [message] } });
  }
  return inTransaction(context, async (tx) => {
    if (fields.patientId !== null) await requirePatient(tx.db, fields.patientId);
    if (assignedToUserId !== null)
      await requireAssignable(tx.db, assignedToUserId, context.now, 'assignedToUserId');
    if (followUpToId !== null && (await findMessage(tx.db, followUpToId)) === undefined)
      throw fieldError('followUpToId', 'The original message does not exist or was deleted.');
    const year = Number(todayIn(context.deps.config.practice.timeZone, context.now).slice(0, 4));
    const { id, number } = await reserveMessageNumber(tx.db, year);
    const status = statusAfterAssigning('New', assignedToUserId !== null);
    await insertMessage(tx.db, {
      id,
      ...columns(fields, callAt),
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
    const row = await existing(tx.db, id);
    tx.audit({
      action: 'Created',
      entityType: 'PhoneMessage',
      entityId: id,
      patientId: row.patient_id,
      newValues: { messageNumber: number, ...auditFields(row), assignedToUserId, followUpToId },
    });
    announce(
      tx,
      id,
      fields.priority === 'Urgent' ? 'An urgent phone message was taken' : 'A phone message was taken',
      fields.priority === 'Urgent' ? 'error' : 'success',
    );
    if (assignedToUserId !== null) announceAssignment(context, tx, id, assignedToUserId);
    return withThread(tx.db, row);
  });
}

/** Updates a message. Throws NOT_FOUND, STALE, VALIDATION, and CONFLICT if it is completed or the status is not allowed. */
export async function changeMessage(
  context: SignedInContext,
  id: string,
  { version, status, ...fields }: BodyOf<typeof messageUpdate>,
): Promise<PhoneMessageRecord> {
  return inTransaction(context, async (tx) => {
    const before = await openMessage(context, tx.db, id);
    checkVersion(context, version, await withThread(tx.db, before));
    if (fields.patientId !== null && fields.patientId !== before.patient_id)
      await requirePatient(tx.db, fields.patientId);
    const next = status ?? before.status;
    requireStatus(before.status, next);
    const written = columns(fields, callTime(context, fields.callDateTime, before.call_at));
    await change(context, tx.db, before, { ...written, status: next });
    const row = await existing(tx.db, id);
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
    announce(tx, id, 'A phone message was updated', 'info');
    return withThread(tx.db, row);
  });
}

/** Locks a message that is not completed. Throws NOT_FOUND, and CONFLICT with the record and who completed it. */
export async function openMessage(context: SignedInContext, db: Db, id: string): Promise<MessageRecordRow> {
  const row = await lockMessage(db, id);
  if (row === undefined) throw notFound(MISSING);
  if (isFinal(row.status)) throw await alreadyCompleted(context, db, row);
  return row;
}

async function alreadyCompleted(context: SignedInContext, db: Db, row: MessageRecordRow): Promise<AppError> {
  const who = fullName(row.completed_first_name ?? '', row.completed_last_name ?? '');
  const at = formatDateTimeUs(row.completed_at ?? context.now, context.deps.config.practice.timeZone);
  const message = `This message was completed${who === '' ? '' : ` by ${who}`} on ${at} and can no longer be changed.`;
  return new AppError('CONFLICT', { message, current: await withThread(db, row) });
}

/** Throws CONFLICT on the `status` field if the status cannot be set manually. */
export function requireStatus(from: MessageStatus, to: MessageStatus): void {
  const message = statusError(from, to);
  if (message !== null) throw new AppError('CONFLICT', { message, errors: { status: [message] } });
}

/** Updates a locked message. Throws CONFLICT if its precondition no longer holds. */
export async function change(
  context: SignedInContext,
  db: Db,
  { id }: MessageRecordRow,
  values: Parameters<typeof updateMessage>[2],
  options: Parameters<typeof updateMessage>[4] = {},
): Promise<void> {
  if (!(await updateMessage(db, id, values, context.now, options)))
    throw new AppError('CONFLICT', {
      message: 'This message was changed by someone else. Reopen it and try again.',
    });
}

/** Reloads a message after a change. Throws NOT_FOUND. */
export async function existing(db: Db, id: string): Promise<MessageRecordRow> {
  const row = await findMessage(db, id);
  if (row === undefined) throw notFound(MISSING);
  return row;
}

function callTime(context: SignedInContext, sent: string | null, otherwise: Date): Date {
  if (sent === null) return otherwise;
  const at = new Date(sent);
  if (at.getTime() > context.now.getTime() + CLOCK_DIFFERENCE_MS)
    throw fieldError('callDateTime', 'Call time cannot be in the future');
  if (at.getTime() < Date.UTC(2000, 0, 1)) throw fieldError('callDateTime', 'Call time is too long ago');
  return at;
}

type Fields = Omit<BodyOf<typeof messageUpdate>, 'version' | 'status'>;
const columns = (fields: Fields, callAt: Date): MessageColumns => ({
  category: fields.category,
  caller_name: fields.callerName,
  caller_phone: fields.callerPhone,
  patient_id: fields.patientId,
  message: fields.message,
  call_at: callAt,
  priority: fields.priority,
});

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
