import type { MessageStatus } from '@portal/domain/message-status';
import type { Priority } from '@portal/domain/priority';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { readListPage, type IdPage, type PageRequest } from '#db/list-page.ts';
import { countRows } from '#db/row-counts.ts';

/** Filters of the message list. */
export interface MessageFilter {
  readonly status?: MessageStatus | undefined;
  readonly priority?: Priority | undefined;
  readonly assignedToUserId?: string | undefined;
  readonly patientId?: string | undefined;
}

/** `list_key` boundary: open messages are below it, completed ones above (migration 0004). */
const COMPLETED_FROM = sql`36000000000000`;

/** Lists the message ids of a page. */
export async function listMessageIds(db: Db, filter: MessageFilter, request: PageRequest): Promise<IdPage> {
  const { status, priority, assignedToUserId, patientId } = filter;
  return readListPage(
    db,
    {
      parts: [sql`phone_messages where ${conditions(filter)}`],
      order: [
        { column: 'list_key', descending: false },
        { column: 'id', descending: false },
      ],
    },
    request,
    assignedToUserId === undefined && patientId === undefined
      ? await countRows(db, 'phone_messages', { status, priority })
      : undefined,
  );
}

function conditions({ status, priority, assignedToUserId, patientId }: MessageFilter) {
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
