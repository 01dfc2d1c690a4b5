import { formatDateTime } from '@portal/domain/clock';
import { isFinal, statusError, type MessageStatus } from '@portal/domain/message-status';
import { fullName } from '@portal/domain/person-name';
import type { Db } from '#db/database.ts';
import { AppError, conflict, fieldError, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { findAssignable } from './assignable-repo.ts';
import { lockMessage, updateMessage, type MessageChange, type MessageRecordRow } from './message-repo.ts';
import { MISSING, withThread } from './read-messages.ts';

/** Locks a message that is not completed. Throws NOT_FOUND, and CONFLICT with the record and who completed it. */
export async function lockOpenMessage(
  context: SignedInContext,
  db: Db,
  id: string,
): Promise<MessageRecordRow> {
  const row = await lockMessage(db, id, context.now);
  if (row === undefined) throw notFound(MISSING);
  if (isFinal(row.status)) throw await alreadyCompleted(context, db, row);
  return row;
}

async function alreadyCompleted(context: SignedInContext, db: Db, row: MessageRecordRow): Promise<AppError> {
  const who = fullName(row.completed_first_name ?? '', row.completed_last_name ?? '');
  const at = formatDateTime(row.completed_at ?? context.now, context.deps.config.practice);
  const message = `This message was completed${who === '' ? '' : ` by ${who}`} on ${at} and can no longer be changed.`;
  return new AppError('CONFLICT', { message, current: await withThread(db, row) });
}

/** Throws CONFLICT on the `status` field if the status cannot be set manually. */
export function requireStatus(from: MessageStatus, to: MessageStatus): void {
  const message = statusError(from, to);
  if (message !== null) throw conflict(message, 'status');
}

/** Updates a locked message. Throws CONFLICT if its precondition no longer holds. */
export async function saveChange(
  context: SignedInContext,
  db: Db,
  { id }: MessageRecordRow,
  values: MessageChange,
  options: { readonly evenCompleted?: boolean } = {},
): Promise<void> {
  if (!(await updateMessage(db, id, values, context.now, options)))
    throw conflict('This message was changed by someone else. Reopen it and try again.');
}

/** Throws VALIDATION on `field` if the user is unknown, inactive or may not view phone messages. */
export async function requireAssignable(db: Db, userId: string, now: Date, field: string): Promise<void> {
  const user = await findAssignable(db, userId, now);
  if (user === undefined) throw fieldError(field, 'This user does not exist');
  if (!user.is_active) throw fieldError(field, 'This user is no longer active. Choose someone else.');
  if (!user.may_view)
    throw fieldError(field, 'This user does not have access to phone messages. Choose someone else.');
}
