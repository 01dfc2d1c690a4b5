import type { BodyOf } from '@portal/contract/endpoint';
import { messageFields, type messageCreate } from '@portal/contract/messages';
import { namesOf } from '@portal/contract/record';
import { messageNumber } from '@portal/domain/message-status';
import { sql, type Selectable } from 'kysely';
import { holdsPermission } from '#authz/holds-permission.ts';
import type { Db } from '#db/database.ts';
import { anyId } from '#db/any-id.ts';
import { namedColumns } from '#db/record-table.ts';
import { SHARED } from '#db/statement-marks.ts';
import type { PhoneMessagesTable } from '#db/schema.ts';
import { PATIENT_COLUMNS } from '#request/patient-of-row.ts';

const COLUMNS = [
  'm.id',
  'm.message_number',
  'm.category',
  'm.caller_name',
  'm.caller_phone',
  'm.patient_id',
  'm.message',
  'm.call_at',
  'm.priority',
  'm.status',
  'm.assigned_to_user_id',
  'm.version',
  ...PATIENT_COLUMNS,
  'a.first_name as assigned_first_name',
  'a.last_name as assigned_last_name',
] as const;

const rows = (db: Db, now: Date) =>
  db
    .selectFrom('phone_messages as m')
    .leftJoin('patients as p', 'p.id', 'm.patient_id')
    .leftJoin('users as a', 'a.id', 'm.assigned_to_user_id')
    .select(COLUMNS)
    // False for an assignee who is inactive or may no longer view phone messages.
    .select(
      sql<boolean | null>`a.is_active and ${holdsPermission('Message.View', now, 'a')}`.as(
        'assigned_can_open',
      ),
    )
    .where('m.deleted_at', 'is', null);
export type MessageRow = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>;

/** Finds the list rows of these messages, in the order of `ids`. */
export async function findMessageRows(db: Db, ids: readonly string[], now: Date): Promise<MessageRow[]> {
  if (ids.length === 0) return [];
  const found = await rows(db, now).where('m.id', '=', anyId(ids)).modifyEnd(SHARED).execute();
  const byId = new Map(found.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const records = (db: Db, now: Date) =>
  rows(db, now)
    .leftJoin('users as t', 't.id', 'm.created_by')
    .leftJoin('users as c', 'c.id', 'm.completed_by')
    .leftJoin('phone_messages as o', (join) =>
      join.onRef('o.id', '=', 'm.follow_up_to_id').on('o.deleted_at', 'is', null),
    )
    .select([
      'm.created_at',
      'm.created_by',
      't.first_name as taken_first_name',
      't.last_name as taken_last_name',
      'm.resolution',
      'm.completed_at',
      'm.completed_by',
      'c.first_name as completed_first_name',
      'c.last_name as completed_last_name',
      'o.id as original_id',
      'o.message_number as original_number',
      'o.status as original_status',
      'o.call_at as original_call_at',
    ]);
export type MessageRecordRow = Awaited<ReturnType<ReturnType<typeof records>['executeTakeFirstOrThrow']>>;

/** Finds a message that is not deleted. */
export function findMessage(db: Db, id: string, now: Date): Promise<MessageRecordRow | undefined> {
  return records(db, now).where('m.id', '=', id).modifyEnd(SHARED).executeTakeFirst();
}

/** Like `findMessage`, but locks the row until the transaction ends. */
export async function lockMessage(db: Db, id: string, now: Date): Promise<MessageRecordRow | undefined> {
  await db.selectFrom('phone_messages').select('id').where('id', '=', id).forUpdate().execute();
  return findMessage(db, id, now);
}

export type LinkedRow = Pick<Selectable<PhoneMessagesTable>, 'id' | 'message_number' | 'status' | 'call_at'>;

/** Lists the follow-ups of a message, oldest first. */
export function listFollowUps(db: Db, id: string): Promise<LinkedRow[]> {
  return db
    .selectFrom('phone_messages')
    .select(['id', 'message_number', 'status', 'call_at'])
    .where('follow_up_to_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Counts a user's open messages. */
export async function countOpenMessages(db: Db, userId: string): Promise<number> {
  const { open } = await db
    .selectFrom('phone_messages')
    .select(sql<number>`count(*)::int`.as('open'))
    .where('assigned_to_user_id', '=', userId)
    .where('deleted_at', 'is', null)
    // Open messages have a list_key below the boundary (migration 0004).
    .where(sql<boolean>`list_key < 36000000000000`)
    .executeTakeFirstOrThrow();
  return open;
}

/**
 * Reserves the next number of the year (MSG-YYYY-NNNNNN) and the id of the new message. The row lock serializes
 * concurrent creations, so numbers have no gaps.
 */
export async function reserveMessageNumber(
  db: Db,
  year: number,
): Promise<{ readonly id: string; readonly number: string }> {
  const row = await db
    .insertInto('phone_message_numbers')
    .values({ year, last_number: 1 })
    .onConflict((conflict) =>
      conflict.column('year').doUpdateSet({ last_number: sql`phone_message_numbers.last_number + 1` }),
    )
    .returning(['last_number', sql<string>`uuidv7()`.as('id')])
    .executeTakeFirstOrThrow();
  return { id: row.id, number: messageNumber(year, row.last_number) };
}

const { callDateTime: _callDateTime, ...named } = messageFields;
/** The columns that the form writes, besides the time of the call. */
export const { byColumn: messageColumns } = namedColumns<
  Pick<BodyOf<typeof messageCreate>, keyof typeof named>
>(namesOf(named));
type MessageColumns = ReturnType<typeof messageColumns> & { readonly call_at: Date };

export async function insertMessage(
  db: Db,
  columns: MessageColumns &
    Pick<
      Selectable<PhoneMessagesTable>,
      | 'id'
      | 'message_number'
      | 'status'
      | 'assigned_to_user_id'
      | 'assigned_by'
      | 'assigned_at'
      | 'follow_up_to_id'
      | 'created_by'
      | 'created_at'
      | 'updated_at'
    >,
): Promise<void> {
  await db
    .insertInto('phone_messages')
    .values({ ...columns, resolution: null, completed_by: null, deleted_by: null })
    .execute();
}

/** The columns of a message that can change. */
export type MessageChange = Partial<
  Pick<
    Selectable<PhoneMessagesTable>,
    | keyof MessageColumns
    | 'status'
    | 'assigned_to_user_id'
    | 'assigned_by'
    | 'assigned_at'
    | 'resolution'
    | 'completed_at'
    | 'completed_by'
    | 'deleted_at'
    | 'deleted_by'
  >
>;

/**
 * Updates a message that is not deleted and, by default, not completed; the statement checks this precondition.
 * Returns false if no such message exists.
 */
export async function updateMessage(
  db: Db,
  id: string,
  change: MessageChange,
  now: Date,
  { evenCompleted = false }: { evenCompleted?: boolean } = {},
): Promise<boolean> {
  const row = await db
    .updateTable('phone_messages')
    .set((eb) => ({ ...change, version: eb('version', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .$if(!evenCompleted, (query) => query.where('status', '!=', 'Completed'))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
