import type { CodeFileKind } from '@portal/domain/code-files/kinds';
import type { NotificationKind } from '@portal/domain/notification';
import type { WorkKind } from '@portal/contract/waiting-work';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/database.ts';
import { canDo } from '#live/waiting-work-store.ts';

/** A notification with what its text needs of its record. */
export interface NotificationRow {
  readonly id: string;
  readonly kind: NotificationKind;
  readonly at: Date;
  readonly read_at: Date | null;
  readonly entity_id: string;
  readonly expires_at: Date | null;
  readonly actor_first_name: string | null;
  readonly actor_last_name: string | null;
  readonly message_number: string | null;
  readonly order_number: string | null;
  readonly priority: string | null;
  readonly procedure_date: string | null;
  readonly clock_in_at: Date | null;
  readonly permission: string | null;
  readonly webhook: string | null;
  readonly account: string | null;
  readonly code_kind: CodeFileKind | null;
  readonly edition_to: string | null;
}

/** Who reads, and what they may see at this moment. */
export interface Reader {
  readonly id: string;
  readonly permissions: ReadonlySet<string>;
  readonly isSuperAdmin: boolean;
  readonly isAdmin: boolean;
  readonly now: Date;
}

/** Whether the user with this id can do this kind of work. */
const canTake = (userId: RawBuilder<unknown>, kind: WorkKind, now: Date) =>
  sql`exists (select from users u where u.id = ${userId} and ${canDo(kind, now)})`;

const isUnassigned = (now: Date) =>
  sql`(m.assigned_to_user_id is null or not ${canTake(sql`m.assigned_to_user_id`, 'messages', now)})`;

/** The reader's notifications of records that still exist and that they may see, without those that no longer apply. */
const visible = ({ id, permissions, isSuperAdmin, isAdmin, now }: Reader) => sql`
  from notifications n
  left join users a on a.id = n.actor_id
  left join phone_messages m on n.kind in ('MessageAssigned', 'MessageCompleted', 'MessageUnassigned') and m.id = n.entity_id
    and m.deleted_at is null and ${permissions.has('Message.View')}
    and (n.kind <> 'MessageAssigned' or m.assigned_to_user_id = n.user_id)
    and (n.kind <> 'MessageUnassigned' or (m.status <> 'Completed' and ${isUnassigned(now)}))
  left join medical_orders mo on n.kind = 'OrderUnassigned' and mo.id = n.entity_id and ${permissions.has('Order.View')}
    and mo.status in ('Pending', 'Scheduled', 'InProgress') and not ${canTake(sql`mo.ordered_by`, 'orders', now)}
  left join dictations d on n.kind in ('DictationSigned', 'CoSignatureRequested', 'CoSignatureReturned') and d.id = n.entity_id
    and d.is_active and ${permissions.has('Dictation.View')} and (n.kind = 'DictationSigned' or exists (
      select from co_signatures c where c.dictation_id = d.id
        and ((n.kind = 'CoSignatureRequested' and c.state = 'Awaiting' and c.supervisor_id = n.user_id)
          or (n.kind = 'CoSignatureReturned' and c.state = 'Returned'))))
  left join timecards t on n.kind = 'TimecardCorrected' and t.id = n.entity_id
    and t.user_id = n.user_id and ${permissions.has('Timecard.View')}
  left join webhooks w on n.kind = 'WebhookPaused' and w.id = n.entity_id and w.paused_because is not null and ${isSuperAdmin}
  left join code_files f on n.kind = 'CodesEnding' and f.id = n.entity_id and f.state = 'Loaded' and ${isAdmin}
    and not exists (select from code_files g where g.state = 'Loaded' and g.kind = f.kind and g.edition_from > f.edition_from)
  left join users s on s.id = n.entity_id
    and ((n.kind in ('EmailChanged', 'SignOnRelinked') and s.id = n.user_id) or (n.kind = 'AdminReset' and ${isSuperAdmin}))
  left join permissions p on n.expires_at is not null and p.id = n.entity_id
  where n.user_id = ${id}
    and coalesce(m.id, mo.id, d.id, t.id, w.id, f.id, s.id, p.id) is not null
    and (n.kind <> 'PermissionExpiring' or exists (
      select from user_permission_overrides o
      where o.user_id = n.user_id and o.permission_id = p.id and o.expires_at = n.expires_at and o.expires_at > ${now}))
    and (n.kind <> 'PermissionExpired' or not exists (
      select from user_permission_overrides o
      where o.user_id = n.user_id and o.permission_id = p.id and (o.expires_at is null or o.expires_at > ${now})))`;

/** Lists a page of visible notifications, newest first. */
export async function listNotifications(
  db: Db,
  reader: Reader,
  { offset, pageSize }: { readonly offset: number; readonly pageSize: number },
): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    select n.id, n.kind, n.at, n.read_at, n.entity_id, n.expires_at, a.first_name as actor_first_name,
      a.last_name as actor_last_name, m.message_number, mo.order_number, m.priority, d.procedure_date, t.clock_in_at, p.name as permission,
      w.name as webhook, s.user_name as account, f.kind as code_kind, f.edition_to
    ${visible(reader)}
    order by n.at desc, n.id desc limit ${pageSize} offset ${offset}`.execute(db);
  return rows;
}

/** Counts all visible notifications, and those that are unread. */
export async function countNotifications(
  db: Db,
  reader: Reader,
): Promise<{ readonly totalCount: number; readonly unreadCount: number }> {
  const { rows } = await sql<{ totalCount: number; unreadCount: number }>`
    select count(*)::int as "totalCount", count(*) filter (where n.read_at is null)::int as "unreadCount"
    ${visible(reader)}`.execute(db);
  return rows[0] ?? { totalCount: 0, unreadCount: 0 };
}

/** Marks a user's notifications as read: those with these ids, or all up to a moment. Returns how many were unread. */
export async function markRead(
  db: Db,
  userId: string,
  which: { readonly ids?: readonly string[] | undefined; readonly until?: string | undefined },
  now: Date,
): Promise<number> {
  const { ids, until } = which;
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set({ read_at: now })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .$if(ids !== undefined, (query) => query.where('id', '=', sql<string>`any (${ids}::uuid[])`))
    .$if(until !== undefined, (query) => query.where('at', '<=', new Date(until ?? now)))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Finds the urgent message that a notification of the user is about. */
export async function findUrgentMessage(
  db: Db,
  userId: string,
  notificationId: string,
): Promise<
  { readonly id: string; readonly caller_name: string; readonly patient_id: string | null } | undefined
> {
  return db
    .selectFrom('notifications as n')
    .innerJoin('phone_messages as m', 'm.id', 'n.entity_id')
    .select(['m.id', 'm.caller_name', 'm.patient_id'])
    .where('n.id', '=', notificationId)
    .where('n.user_id', '=', userId)
    .where('n.kind', '=', 'MessageAssigned')
    .where('m.deleted_at', 'is', null)
    .where('m.priority', '=', 'Urgent')
    .executeTakeFirst();
}
