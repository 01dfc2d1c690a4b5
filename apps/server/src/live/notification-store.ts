import { isMutable, type NotificationKind } from '@portal/domain/notification';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { PREPARED } from '#db/statement-marks.ts';
import { sendWithCommit } from '#db/with-commit.ts';

/** A notification for one user. It refers to a record and never copies from it. */
export interface NotificationInput {
  readonly kind: Exclude<NotificationKind, 'PermissionExpiring' | 'PermissionExpired'>;
  readonly userId: string;
  readonly entityId: string;
}

/** An override that expires or has expired. */
export interface ExpiringOverride {
  readonly user_id: string;
  readonly permission_id: string;
  readonly expires_at: Date | null;
}

/** Whether user `u` wants this kind; accounts that are not active get none. */
const wants = (kind: NotificationKind) =>
  isMutable(kind)
    ? sql`u.is_active and not coalesce(u.preferences -> 'mutedNotifications' ? ${kind}::text, false)`
    : sql`u.is_active`;

/** Adds a notification if the user wants it, and tells their open pages when the transaction commits. */
export async function addNotification(
  db: Db,
  { kind, userId, entityId }: NotificationInput,
  at: Date,
  actorId: string | null,
): Promise<void> {
  const statement = sql`
    with added as (
      insert into notifications (user_id, kind, entity_id, actor_id, at)
      select u.id, ${kind}::text, ${entityId}::uuid, ${actorId}::uuid, ${at}::timestamptz
      from users u where u.id = ${userId}::uuid and ${wants(kind)}
      returning user_id
    )
    select pg_notify('portal_notifications', json_build_object('userId', user_id)::text) from added ${PREPARED}`;
  await sendWithCommit(db, statement);
}

/** Tells the open pages of everyone who was notified of this about a record that it may no longer be so. */
export async function notifyRecipients(db: Db, kind: NotificationKind, entityId: string): Promise<void> {
  const statement = sql`
    select pg_notify('portal_notifications', json_build_object('userId', user_id)::text)
    from (select distinct user_id from notifications where kind = ${kind} and entity_id = ${entityId}::uuid) as users ${PREPARED}`;
  await sendWithCommit(db, statement);
}

/** Notifies the users of these overrides, each once for each expiration. */
export async function addExpiryNotifications(
  db: Db,
  kind: 'PermissionExpiring' | 'PermissionExpired',
  overrides: readonly ExpiringOverride[],
  at: Date,
): Promise<void> {
  if (overrides.length === 0) return;
  await sql`
    with added as (
      insert into notifications (user_id, kind, entity_id, expires_at, at)
      select u.id, ${kind}::text, o.permission_id, o.expires_at, ${at}::timestamptz
      from unnest(${overrides.map((row) => row.user_id)}::uuid[], ${overrides.map((row) => row.permission_id)}::uuid[],
        ${overrides.map((row) => row.expires_at)}::timestamptz[]) as o (user_id, permission_id, expires_at)
      join users u on u.id = o.user_id
      where ${wants(kind)}
      on conflict do nothing
      returning user_id
    )
    select pg_notify('portal_notifications', json_build_object('userId', user_id)::text) from (select distinct user_id from added) users`.execute(
    db,
  );
}

/** Notifies the administrators of a record. */
export async function notifyAdministrators(
  db: Db,
  { kind, entityId, at }: { readonly kind: NotificationKind; readonly entityId: string; readonly at: Date },
): Promise<void> {
  await sql`
    with added as (
      insert into notifications (user_id, kind, entity_id, at)
      select u.id, ${kind}::text, ${entityId}::uuid, ${at}::timestamptz from users u
      where ${wants(kind)} and exists (
        select from user_roles ur join roles r on r.id = ur.role_id
        where ur.user_id = u.id and r.name in ('SuperAdmin', 'Admin'))
      returning user_id
    )
    select pg_notify('portal_notifications', json_build_object('userId', user_id)::text) from added`.execute(
    db,
  );
}
