import type { MessageStatus } from '@portal/domain/message-status';
import type { Priority } from '@portal/domain/priority';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { readListPage, type IdPage, type List, type PageRequest } from '#db/list-page.ts';
import { containsTexts, searchFirst, searchListPage } from '#db/list-search.ts';
import { countRows } from '#db/row-counts.ts';

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
}

/** `list_key` boundary: open messages are below it, completed ones above (migration 0004). */
const COMPLETED_FROM = sql`36000000000000`;

export interface MessagePageRequest extends PageRequest {
  /** Texts that the message must contain, from `parseRecordSearch`. Empty for no search. */
  readonly texts: readonly string[] | null;
}

const listOf = (filter: MessageFilter): List => ({
  parts: [sql`phone_messages where ${conditions(filter)}`],
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
  const { status, priority, assignedToUserId, patientId } = filter;
  const { texts } = request;
  if (texts?.length !== 0) return searchListPage(db, { list: listOf(filter), texts }, request);
  return readListPage(
    db,
    listOf(filter),
    request,
    assignedToUserId === undefined && patientId === undefined && filter.formerAssignees === undefined
      ? await countRows(db, 'phone_messages', { status, priority })
      : undefined,
  );
}

/** The messages of a filter that contain the texts. */
export const messagesOf = (filter: MessageFilter, texts: readonly string[] | null) =>
  sql`phone_messages where ${conditions(filter)} and ${containsTexts(texts)}`;

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
