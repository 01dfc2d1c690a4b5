import type { MessageStatus } from '@portal/domain/message-status';
import type { Priority } from '@portal/domain/priority';
import { clampPage, EXACT_COUNT_LIMIT } from '@portal/domain/list';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/database.ts';

/** Filters of the message list. */
export interface MessageFilter {
  readonly status?: MessageStatus | undefined;
  readonly priority?: Priority | undefined;
  readonly assignedToUserId?: string | undefined;
  readonly patientId?: string | undefined;
}
/** A page of message ids with the total count. */
export interface IdPage {
  readonly ids: readonly string[];
  readonly totalCount: number;
  /** Lists of one assignee or patient report 10,001 when there are more than 10,000 matches (docs/decisions/0004). */
  readonly totalCountIsApproximate: boolean;
}

/** `list_key` boundary: open messages are below it, completed ones above (migration 0004). */
const COMPLETED_FROM = sql`36000000000000`;

/** Lists the message ids of a page. Pages in the second half are read from the end, so the last is as fast as the first. */
export async function listMessageIds(
  db: Db,
  filter: MessageFilter,
  request: { readonly page: number; readonly pageSize: number },
): Promise<IdPage> {
  const { count, isApproximate } = await countMessages(db, filter);
  const { offset, pageSize } = clampPage({
    ...request,
    ...(isApproximate ? {} : { totalCount: count }),
  });
  const common = { totalCount: count, totalCountIsApproximate: isApproximate };
  if (isApproximate) return { ids: await readIds(db, filter, sql`asc`, offset, pageSize), ...common };
  const rows = Math.min(pageSize, count - offset);
  const fromEnd = count - offset - rows;
  const ids =
    offset <= fromEnd
      ? await readIds(db, filter, sql`asc`, offset, rows)
      : (await readIds(db, filter, sql`desc`, fromEnd, rows)).toReversed();
  return { ids, ...common };
}

async function readIds(
  db: Db,
  filter: MessageFilter,
  direction: RawBuilder<unknown>,
  offset: number,
  rows: number,
): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select id from phone_messages where ${conditions(filter)}
    order by list_key ${direction}, id ${direction} offset ${offset} limit ${rows}`.execute(db);
  return result.rows.map(({ id }) => id);
}

/** Reads counters that the database maintains. Lists of one assignee or patient are counted, up to the limit. */
async function countMessages(
  db: Db,
  filter: MessageFilter,
): Promise<{ count: number; isApproximate: boolean }> {
  const { status, priority, assignedToUserId, patientId } = filter;
  if (assignedToUserId === undefined && patientId === undefined) {
    const row = await db
      .selectFrom('phone_message_counts')
      .select(sql<number>`coalesce(sum(messages), 0)::int`.as('count'))
      .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'New'))
      .$if(priority !== undefined, (query) => query.where('priority', '=', priority ?? 'Normal'))
      .executeTakeFirstOrThrow();
    return { count: row.count, isApproximate: false };
  }
  const result = await sql<{ count: number }>`
    select count(*)::int as count from
      (select from phone_messages where ${conditions(filter)} limit ${EXACT_COUNT_LIMIT + 1}) matching`.execute(
    db,
  );
  const count = result.rows[0]?.count ?? 0;
  return { count, isApproximate: count > EXACT_COUNT_LIMIT };
}

function conditions({ status, priority, assignedToUserId, patientId }: MessageFilter): RawBuilder<unknown> {
  const all = [
    sql`deleted_at is null`,
    ...(status === undefined ? [] : [sql`status = ${status}`]),
    ...(priority === undefined ? [] : [sql`priority = ${priority}`]),
    ...(assignedToUserId === undefined ? [] : [sql`assigned_to_user_id = ${assignedToUserId}`]),
    ...(patientId === undefined ? [] : [sql`patient_id = ${patientId}`]),
    // Implied by the status; avoids scanning all completed messages of an assignee.
    ...(status === undefined || assignedToUserId === undefined
      ? []
      : [status === 'Completed' ? sql`list_key > ${COMPLETED_FROM}` : sql`list_key < ${COMPLETED_FROM}`]),
  ];
  return sql.join(all, sql` and `);
}
