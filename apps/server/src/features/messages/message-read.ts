import type { AnswerOf, QueryOf } from '@portal/contract/endpoint';
import type { messageList, messageMine, PhoneMessageRecord } from '@portal/contract/messages';
import { sql } from 'kysely';
import { recordRead } from '#request/record-read.ts';
import type { Db } from '#db/database.ts';
import { notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { findEvents } from './event-repo.ts';
import { listMessageIds } from './message-list-repo.ts';
import { findFollowUps, findMessage, findMessageRows, type MessageRecordRow } from './message-repo.ts';
import { presentMessage, presentRecord } from './present.ts';

/** The message of NOT_FOUND errors. */
export const MISSING = 'This phone message does not exist or was deleted.';

/** Lists a page of messages and audits which messages and patients were shown. */
export async function getMessages(
  context: SignedInContext,
  query: QueryOf<typeof messageList>,
): Promise<AnswerOf<typeof messageList>> {
  const { db } = context.deps;
  const { status, priority, patientId } = query;
  const filter = {
    status,
    priority,
    patientId,
    ...(query.myMessages ? { assignedToUserId: context.user.id } : {}),
  };
  const { ids, ...totals } = await listMessageIds(db, filter, query);
  const rows = await findMessageRows(db, ids);
  const patientIds = [...new Set(rows.flatMap(({ patient_id: id }) => (id === null ? [] : [id])))];
  await recordRead(context, {
    action: 'Accessed',
    entityType: 'PhoneMessage',
    entityId: null,
    patientId: patientId ?? null,
    newValues: { messageIds: ids, ...(patientId === undefined ? { patientIds } : {}) },
  });
  return { data: rows.map((row) => presentMessage(row)), ...totals };
}

/** Returns a message with its thread and audits the view. Throws NOT_FOUND. */
export async function getMessage(context: SignedInContext, id: string): Promise<PhoneMessageRecord> {
  const { db } = context.deps;
  const row = await findMessage(db, id);
  if (row === undefined) throw notFound(MISSING);
  await recordView(context, row);
  return withThread(db, row);
}

/** Audits the view of a message. */
export async function recordView(
  context: SignedInContext,
  row: Pick<MessageRecordRow, 'id' | 'patient_id'>,
): Promise<void> {
  await recordRead(context, {
    action: 'Viewed',
    entityType: 'PhoneMessage',
    entityId: row.id,
    patientId: row.patient_id,
  });
}

/** Converts a row to the full API record, with follow-ups and thread. */
export async function withThread(db: Db, row: MessageRecordRow): Promise<PhoneMessageRecord> {
  return presentRecord(row, await findFollowUps(db, row.id), await findEvents(db, row.id));
}

/** Returns the current user's open message count and latest assignment, for the menu badge and notifications. */
export async function getMine(context: SignedInContext): Promise<AnswerOf<typeof messageMine>> {
  const { id } = context.user;
  // Open messages have a list_key below the boundary (migration 0004).
  const result = await sql<{
    open: number;
    last_id: string | null;
    last_number: string | null;
    last_at: Date | null;
  }>`
    with mine as (
      select id, message_number, assigned_at, assigned_by from phone_messages
      where assigned_to_user_id = ${id} and deleted_at is null and list_key < 36000000000000
    )
    select (select count(*)::int from mine) as open, last.id as last_id, last.message_number as last_number, last.assigned_at as last_at
    from (select) one left join lateral (
      select id, message_number, assigned_at from mine where assigned_by <> ${id} order by assigned_at desc, id desc limit 1
    ) last on true`.execute(context.deps.db);
  const row = result.rows[0];
  return {
    openCount: row?.open ?? 0,
    lastAssigned:
      row === undefined || row.last_id === null || row.last_number === null || row.last_at === null
        ? null
        : { id: row.last_id, messageNumber: row.last_number, at: row.last_at.toISOString() },
  };
}
