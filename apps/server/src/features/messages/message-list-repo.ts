import { MESSAGE_STATUSES, type MessageStatus } from '@portal/domain/message-status';
import { PRIORITIES, type Priority } from '@portal/domain/priority';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { readListPage, type IdPage, type List, type PageRequest } from '#db/list-page.ts';
import { containsTexts, searchFirst, searchListPage } from '#db/list-search.ts';
import { countParts, countRows } from '#db/row-counts.ts';

/** Filters of the message list. */
export interface MessageFilter {
  readonly status?: MessageStatus | undefined;
  readonly priority?: Priority | undefined;
  readonly assignedToUserId?: string | undefined;
  readonly patientId?: string | undefined;
  /** Only open messages that wait for nobody: without an assignee, or with one of these. */
  readonly formerAssignees?: readonly string[] | undefined;
  /** Only messages that are not completed. */
  readonly isOpen?: boolean | undefined;
  /** The first moment of the call. */
  readonly from?: Date | undefined;
  /** The moment after the last one. */
  readonly before?: Date | undefined;
}

/** `list_key` boundary: open messages are below it, completed ones above (migration 0004). */
const COMPLETED_FROM = sql`36000000000000`;
/** `list_key` of calls at 1970-01-01: open ones count up from that of their priority, completed ones down from the last. */
const OPEN_KEYS: Readonly<Record<Priority, number>> = {
  Urgent: 0,
  High: 10_000_000_000_000,
  Normal: 20_000_000_000_000,
  Low: 30_000_000_000_000,
};
const COMPLETED_KEY = 40_000_000_000_000;
/** Calls have a place up to the year 2096. */
const LAST_CALL = 4_000_000_000_000;
const OPEN_STATUSES = MESSAGE_STATUSES.filter((status) => status !== 'Completed');

export interface MessagePageRequest extends PageRequest {
  /** Texts that the message must contain, from `parseRecordSearch`. Empty for no search. */
  readonly texts: readonly string[] | null;
}

const listOf = (filter: MessageFilter): List => ({
  parts: partsOf(filter),
  order: [
    { column: 'list_key', descending: false },
    { column: 'id', descending: false },
  ],
});

/** Finds the first messages that contain the texts, in the order of the list. */
export const findFirstMessageIds = (db: Db, texts: readonly string[] | null, limit: number) =>
  searchFirst(db, { list: listOf({}), texts }, limit);

export async function listMessageIds(
  db: Db,
  filter: MessageFilter,
  request: MessagePageRequest,
): Promise<IdPage> {
  const { status, priority, isOpen = false } = filter;
  const { texts } = request;
  const uncounted = [
    filter.assignedToUserId,
    filter.patientId,
    filter.formerAssignees,
    filter.from,
    filter.before,
  ];
  if (texts?.length !== 0) return searchListPage(db, { list: listOf(filter), texts }, request);
  return readListPage(
    db,
    listOf(filter),
    request,
    uncounted.every((part) => part === undefined)
      ? await countRows(db, 'phone_messages', { status: isOpen ? openOf(status) : status, priority })
      : undefined,
  );
}

/** The messages of a filter that contain the texts. */
export const messagesOf = (filter: MessageFilter, texts: readonly string[] | null) =>
  sql`phone_messages where ${conditions(filter)} and ${inTime(filter)} and ${containsTexts(texts)}`;

const openOf = (status: MessageStatus | undefined) =>
  status === undefined ? OPEN_STATUSES : OPEN_STATUSES.filter((one) => one === status);

const inTime = ({ from, before }: MessageFilter) =>
  sql.join(
    [
      sql`true`,
      ...(from === undefined ? [] : [sql`call_at >= ${from}`]),
      ...(before === undefined ? [] : [sql`call_at < ${before}`]),
    ],
    sql` and `,
  );

/** The messages of a filter. Calls of some days are a range of each priority and of the completed ones, along the index of the list. */
function partsOf(filter: MessageFilter): List['parts'] {
  const { from, before } = filter;
  const matching = sql`phone_messages where ${conditions(filter)}`;
  if (from === undefined && before === undefined) return [matching];
  const start = Math.max(0, from?.getTime() ?? 0);
  const end = Math.min(LAST_CALL, before?.getTime() ?? LAST_CALL);
  const open = PRIORITIES.map((priority) => {
    const key = OPEN_KEYS[priority];
    return sql`${matching} and list_key between ${key + start}::bigint and ${key + end - 1}::bigint`;
  });
  const first = COMPLETED_KEY - end + 1;
  const completed = sql`${matching} and list_key between ${first}::bigint and ${COMPLETED_KEY - start}::bigint`;
  return [completed, ...open];
}

/** A range of calls; without a start, from the first one. */
interface CallRange {
  readonly from: Date | undefined;
  readonly before: Date | undefined;
}

/** Counts open messages by ranges of calls. Those without a start are what the others leave. */
export const countOpenByCall = (db: Db, ranges: readonly CallRange[]): Promise<number[]> =>
  countParts(
    db,
    'phone_messages',
    { status: OPEN_STATUSES },
    ranges.map(({ from, before }) =>
      from === undefined
        ? null
        : sql<number>`(select count(*) from unnest(${Object.values(OPEN_KEYS)}::bigint[]) key (start) join phone_messages m
            on m.deleted_at is null and m.list_key >= key.start + ${from.getTime()}::bigint
            and m.list_key < key.start + ${before?.getTime() ?? LAST_CALL}::bigint)`,
    ),
  );

function conditions(filter: MessageFilter) {
  const { status, priority, assignedToUserId, patientId, formerAssignees } = filter;
  const isOpen = filter.isOpen === true || formerAssignees !== undefined;
  const all = [
    sql`deleted_at is null`,
    ...(status === undefined ? [] : [sql`status = ${status}`]),
    ...(priority === undefined ? [] : [sql`priority = ${priority}`]),
    ...(assignedToUserId === undefined ? [] : [sql`assigned_to_user_id = ${assignedToUserId}`]),
    ...(patientId === undefined ? [] : [sql`patient_id = ${patientId}`]),
    ...(isOpen ? [sql`list_key < ${COMPLETED_FROM}`] : []),
    ...(formerAssignees === undefined
      ? []
      : [sql`coalesce(assigned_to_user_id = any (${formerAssignees}::uuid[]), true)`]),
    // Implied by the status; avoids scanning all completed messages of an assignee.
    ...(status === undefined || assignedToUserId === undefined
      ? []
      : [status === 'Completed' ? sql`list_key > ${COMPLETED_FROM}` : sql`list_key < ${COMPLETED_FROM}`]),
  ];
  return sql.join(all, sql` and `);
}
