import type { MessageEvent } from '@portal/contract/messages';
import type { MessageStatus } from '@portal/domain/message-status';
import type { Db } from '#db/database.ts';
import type { SignedInContext } from '#request/context.ts';

/** A new thread entry; user and time come from the request context. */
export interface NewEvent {
  readonly kind: MessageEvent['kind'];
  readonly text?: string;
  readonly changedFields?: readonly string[];
  readonly assignedToUserId?: string | null;
  readonly status?: MessageStatus;
}

/** Appends entries to the thread of a message. */
export async function insertEvents(
  context: SignedInContext,
  db: Db,
  messageId: string,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await db
    .insertInto('phone_message_events')
    .values(
      events.map((event) => ({
        message_id: messageId,
        at: context.now,
        user_id: context.user.id,
        kind: event.kind,
        body: event.text ?? null,
        changed_fields: [...(event.changedFields ?? [])],
        assigned_to_user_id: event.assignedToUserId ?? null,
        status: event.status ?? null,
      })),
    )
    .execute();
}

const events = (db: Db) =>
  db
    .selectFrom('phone_message_events as e')
    .leftJoin('users as u', 'u.id', 'e.user_id')
    .leftJoin('users as a', 'a.id', 'e.assigned_to_user_id')
    .select([
      'e.id',
      'e.kind',
      'e.at',
      'e.user_id',
      'u.first_name',
      'u.last_name',
      'e.body',
      'e.changed_fields',
      'e.assigned_to_user_id',
      'a.first_name as assigned_first_name',
      'a.last_name as assigned_last_name',
      'e.status',
    ]);
export type EventRow = Awaited<ReturnType<ReturnType<typeof events>['executeTakeFirstOrThrow']>>;

/** Lists the thread of a message, oldest first. */
export function listEvents(db: Db, messageId: string): Promise<EventRow[]> {
  return events(db).where('e.message_id', '=', messageId).orderBy('e.place').execute();
}
