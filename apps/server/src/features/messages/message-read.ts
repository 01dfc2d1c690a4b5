import type { AnswerOf, QueryOf } from '@portal/contract/endpoint';
import type { messageList, messageMine, PhoneMessageRecord } from '@portal/contract/messages';
import { sql } from 'kysely';
import { recordRead } from '#request/record-read.ts';
import type { Db } from '#db/database.ts';
import { notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { findEvents } from './event-repo.ts';
import { readMessagePage } from './message-list-repo.ts';
import { findFollowUps, findMessage, findMessageRows, type MessageRecordRow } from './message-repo.ts';
import { presentMessage, presentRecord } from './present.ts';

export const MISSING = 'This phone message does not exist or was deleted.';

/** A page of messages; recorded with which ones and whose were shown. */
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
  const { ids, ...totals } = await readMessagePage(db, filter, query);
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

/** One message with its thread. Throws NOT_FOUND. */
export async function getMessage(context: SignedInContext, id: string): Promise<PhoneMessageRecord> {
  const { db } = context.deps;
  const row = await findMessage(db, id);
  if (row === undefined) throw notFound(MISSING);
  await recordView(context, row);
  return withThread(db, row);
}

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

/** The record as the wire carries it, with what belongs to it. */
export async function withThread(db: Db, row: MessageRecordRow): Promise<PhoneMessageRecord> {
  return presentRecord(row, await findFollowUps(db, row.id), await findEvents(db, row.id));
}

/** What waits for the caller: for the menu's badge and the news that something was assigned. */
export async function getMine(context: SignedInContext): Promise<AnswerOf<typeof messageMine>> {
  const { id } = context.user;
  // Below the bound are the open ones (migration 0004).
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
