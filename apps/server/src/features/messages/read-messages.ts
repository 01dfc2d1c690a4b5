import {
  messageAges,
  messageList,
  messageMine,
  type PhoneMessage,
  type PhoneMessageRecord,
  userAssignable,
} from '@portal/contract/messages';
import { todayIn } from '@portal/domain/date';
import { parseRecordSearch } from '@portal/domain/record-search';
import { AGES, ageRange } from '@portal/domain/waiting-age';
import { recordRead } from '#request/record-read.ts';
import type { Db } from '#db/database.ts';
import { notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { operation } from '#http/operation.ts';
import { listAssignable } from './assignable-repo.ts';
import { listEvents } from './event-repo.ts';
import { messageFilter, rangeOf } from './message-filter.ts';
import { countOpenByCall, findFirstMessageIds, listMessageIds } from './message-list-repo.ts';
import {
  countOpenMessages,
  listFollowUps,
  findMessage,
  findMessageRows,
  type MessageRecordRow,
} from './message-repo.ts';
import { presentMessage, presentRecord } from './message-view.ts';

/** The message of NOT_FOUND errors. */
export const MISSING = 'This phone message does not exist or was deleted.';

/**
 * Lists a page of messages and audits which messages and patients were shown, but never the search text, because it is
 * health data itself.
 */
export const getMessages = operation(messageList, async (context, { query }) => {
  const { db } = context.deps;
  const { patientId } = query;
  const filter = await messageFilter(context, query);
  const { ids, ...totals } = await listMessageIds(db, filter, {
    ...query,
    texts: parseRecordSearch(query.search),
  });
  const data = await messageRowsOf(db, ids, context.now);
  const patientIds = [...new Set(data.flatMap(({ patient }) => patient?.id ?? []))];
  await recordRead(context, {
    action: 'Accessed',
    entityType: 'PhoneMessage',
    entityId: null,
    patientId: patientId ?? null,
    newValues: { messageIds: ids, ...(patientId === undefined ? { patientIds } : {}) },
  });
  return { data, ...totals };
});

/** Counts open messages by the day of the call. */
export const getMessageAges = operation(messageAges, async ({ deps, now }) => {
  const { timeZone } = deps.config.practice;
  const today = todayIn(timeZone, now);
  const ages = AGES.map((age) => ({ age, ...ageRange(age, today) }));
  const counts = await countOpenByCall(
    deps.db,
    ages.map((range) => rangeOf(timeZone, range)),
  );
  return ages.map((range, index) => ({ ...range, count: counts[index] ?? 0 }));
});

/** Returns the list rows of these messages, in this order, without deleted ones. The caller records the read. */
export const messageRowsOf = async (db: Db, ids: readonly string[], now: Date): Promise<PhoneMessage[]> =>
  (await findMessageRows(db, ids, now)).map((row) => presentMessage(row));

/** Returns the first phone messages that a search finds. The caller records the read. */
export const findMatchingMessages = async (db: Db, search: string, limit: number, now: Date) =>
  messageRowsOf(db, await findFirstMessageIds(db, parseRecordSearch(search), limit), now);

/** Returns a message with its thread and audits the view. */
export async function getMessage(
  context: SignedInContext,
  row: MessageRecordRow,
): Promise<PhoneMessageRecord> {
  await recordView(context, row);
  return withThread(context.deps.db, row);
}

/** Finds a message. Throws NOT_FOUND. */
export async function requireMessage(db: Db, id: string, now: Date): Promise<MessageRecordRow> {
  const row = await findMessage(db, id, now);
  if (row === undefined) throw notFound(MISSING);
  return row;
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
  return presentRecord(row, await listFollowUps(db, row.id), await listEvents(db, row.id));
}

/** Lists active users who may view phone messages, sorted by name. */
export const getAssignable = operation(userAssignable, async ({ deps, now }) => {
  return (await listAssignable(deps.db, now)).map((row) => ({
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    title: row.title,
  }));
});

/** Returns the current user's open message count, for the menu badge. */
export const getMine = operation(messageMine, async ({ deps, user }) => ({
  openCount: await countOpenMessages(deps.db, user.id),
}));
