import type { ACTIVITY_COLORS, ACTIVITY_ICONS, Activity } from '@portal/contract/dashboard';
import type { ActivityEvent } from '@portal/domain/activity-event';
import type { PermissionName } from '@portal/domain/permissions';
import type { RoleName } from '@portal/domain/roles';
import { HELD_BACK } from '@portal/domain/webhook';
import { sql, type Selectable } from 'kysely';
import type { AuditEntityType } from '#audit/audit-entry.ts';
import type { Db } from '#db/database.ts';
import type { ActivitiesTable } from '#db/schema.ts';
import { fixedStatement } from '#db/fixed-statement.ts';
import { PREPARED, SHARED } from '#db/statement-marks.ts';
import { sendWithCommit } from '#db/with-commit.ts';

/** An activity for the live feed. Must not contain names or other health data. */
export interface ActivityInput {
  /** What webhooks call it. */
  readonly event: ActivityEvent;
  readonly description: string;
  readonly icon: (typeof ACTIVITY_ICONS)[number];
  readonly color: (typeof ACTIVITY_COLORS)[number];
  readonly entityType: AuditEntityType;
  readonly entityId: string | null;
  /** Recipients: users with the permission or the role; with neither, all signed-in users. */
  readonly requiredPermission?: PermissionName;
  readonly requiredRole?: RoleName;
  /** Limits recipients to this user, while they have the permission or role. */
  readonly recipientUserId?: string;
}

/** A user who reads the feed. */
export interface ActivityReader {
  readonly id: string;
  readonly roles: readonly string[];
  readonly permissions: ReadonlySet<string>;
}

export type ActivityRow = Pick<
  Selectable<ActivitiesTable>,
  | 'id'
  | 'at'
  | 'description'
  | 'icon'
  | 'color'
  | 'entity_type'
  | 'entity_id'
  | 'required_permission'
  | 'required_role'
  | 'recipient_user_id'
  | 'actor_id'
>;
const COLUMNS = [
  'id',
  'at',
  'description',
  'icon',
  'color',
  'entity_type',
  'entity_id',
  'required_permission',
  'required_role',
  'recipient_user_id',
  'actor_id',
] as const;

/**
 * Adds an activity and a delivery for each webhook that wants it, and tells all processes when the transaction commits. A
 * paused webhook gets it in its failed list, from where it can be sent later.
 */
export async function addActivity(
  db: Db,
  activity: ActivityInput,
  at: Date,
  actorId: string | null,
): Promise<void> {
  const { event, description, icon, color, entityType, entityId } = activity;
  const { requiredPermission = null, requiredRole = null, recipientUserId = null } = activity;
  const statement = sql`
    with added as (
      insert into activities (at, description, icon, color, entity_type, entity_id, required_permission, required_role,
        recipient_user_id, actor_id)
      values (${at}, ${description}, ${icon}, ${color}, ${entityType}, ${entityId}, ${requiredPermission}, ${requiredRole},
        ${recipientUserId}, ${actorId})
      returning id
    ), wanted as (
      -- The lock lets a webhook that is being deleted disappear first; otherwise this change would fail.
      select id, is_active from webhooks where ${event}::text = any (events) for key share
    ), queued as (
      insert into webhook_deliveries (webhook_id, event, entity_type, entity_id, activity_id, at, next_attempt_at, state,
        finished_at, last_problem)
      select wanted.id, ${event}::text, ${entityType}::text, ${entityId}::uuid, added.id, ${at}::timestamptz, ${at}::timestamptz,
        case when is_active then 'waiting' else 'failed' end, case when not is_active then ${at}::timestamptz end,
        case when not is_active then ${HELD_BACK}::text end
      from wanted, added
      returning state
    )
    select pg_notify('portal_activity', json_build_object('id', id)::text) from added
    union all
    select pg_notify('portal_webhooks', '{}') from (select from queued where state = 'waiting' limit 1) as some_queued ${PREPARED}`;
  await sendWithCommit(db, statement);
}

/** Leaves what was said about an office to SuperAdmins, once only they may see the office. */
export async function restrictOfficeActivities(db: Db, officeId: string): Promise<void> {
  await db
    .updateTable('activities')
    .set({ required_role: 'SuperAdmin', required_permission: null })
    .where('entity_type', 'in', ['Office', 'LocationHeader'])
    .where('entity_id', '=', officeId)
    .execute();
}

export async function findActivity(db: Db, id: string): Promise<ActivityRow | undefined> {
  const [row] = await activityStatement(db, id);
  return row;
}

const activityStatement = fixedStatement((db, id: string) =>
  db.selectFrom('activities').select(COLUMNS).where('id', '=', id).modifyEnd(SHARED).compile(),
);

/** The newest activities after a time, oldest first. */
export async function activitiesSince(db: Db, since: Date, limit: number): Promise<ActivityRow[]> {
  const rows = await db
    .selectFrom('activities')
    .select(COLUMNS)
    .where('at', '>', since)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.toReversed();
}

/** The newest activities that a reader can see, newest first. */
export async function recentActivities(
  db: Db,
  reader: ActivityReader,
  count: number,
): Promise<ActivityRow[]> {
  return db
    .selectFrom('activities')
    .select(COLUMNS)
    .where((eb) =>
      eb.or([
        eb.and([eb('required_permission', 'is', null), eb('required_role', 'is', null)]),
        eb('required_permission', 'in', [...reader.permissions, '']),
        ...(reader.roles.includes('SuperAdmin')
          ? [eb('required_role', 'is not', null)]
          : [eb('required_role', 'in', [...reader.roles, ''])]),
      ]),
    )
    .where((eb) => eb.or([eb('recipient_user_id', 'is', null), eb('recipient_user_id', '=', reader.id)]))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute();
}

/** Applies the same rule to one activity. */
export function mayRead(reader: ActivityReader, row: ActivityRow): boolean {
  if (row.recipient_user_id !== null && row.recipient_user_id !== reader.id) return false;
  if (row.required_permission !== null) return reader.permissions.has(row.required_permission);
  if (row.required_role !== null)
    return reader.roles.includes('SuperAdmin') || reader.roles.includes(row.required_role);
  return true;
}

/** Whether the reader caused it. */
export const isOwn = (reader: Pick<ActivityReader, 'id'>, row: ActivityRow): boolean =>
  row.actor_id === reader.id;

/** Converts a row to the API shape for readers who caused it or for the others. */
export function toActivity(row: ActivityRow, forActor: boolean): Activity {
  return {
    id: row.id,
    description: row.description,
    timestamp: row.at.toISOString(),
    color: row.color,
    icon: row.icon,
    entityType: row.entity_type,
    entityId: row.entity_id,
    isOwn: forActor,
  };
}
