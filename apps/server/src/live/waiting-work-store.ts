import { MAX_WORK_ROWS, WORK_KINDS, WORK_PERMISSIONS, type WorkKind } from '@portal/contract/waiting-work';
import { OPEN_STATUSES } from '@portal/domain/order-status';
import type { PermissionName } from '@portal/domain/permissions';
import { PROVIDER_ROLES, type RoleName } from '@portal/domain/roles';
import { sql, type RawBuilder } from 'kysely';
import { holdsPermission } from '#authz/holds-permission.ts';
import type { Db } from '#db/database.ts';

/** User IDs by kind of work. */
export type UsersByKind = Readonly<Record<WorkKind, readonly string[]>>;

const OPEN_ORDER = sql`o.status in (${sql.join(OPEN_STATUSES.map((status) => sql.lit(status)))})`;
/** Whether user `u` has one of the roles. */
const hasRole = (roles: readonly RoleName[]) => sql<boolean>`exists (
  select from user_roles ur join roles r on r.id = ur.role_id
  where ur.user_id = u.id and r.name in (${sql.join([...roles])}))`;
/** The roles that a kind of work needs besides its permission. */
const ROLES: Partial<Record<WorkKind, readonly RoleName[]>> = {
  orders: PROVIDER_ROLES,
  signatures: PROVIDER_ROLES,
  coSignatures: ['ProviderPhysician'],
};

/** Whether user `u` can do this kind of work at `now`. */
export function canDo(kind: WorkKind, now: Date): RawBuilder<boolean> {
  const may = sql<boolean>`u.is_active and ${holdsPermission(WORK_PERMISSIONS[kind], now)}`;
  const roles = ROLES[kind];
  return roles === undefined ? may : sql<boolean>`${may} and ${hasRole(roles)}`;
}

/** A user who loses permissions; without them, everything that their roles or their account allowed. */
export interface WorkLoss {
  readonly userId: string;
  readonly lost?: readonly PermissionName[];
}

/** Finds out which kinds of work users can do. Without `ids`, of all users. */
export async function listAbilities(db: Db, now: Date, ids?: readonly string[]) {
  return db
    .selectFrom('users as u')
    .select(['u.id', 'u.is_active'])
    .select(WORK_KINDS.map((kind) => canDo(kind, now).as(kind)))
    .$if(ids !== undefined, (query) => query.where('u.id', '=', sql<string>`any (${ids}::uuid[])`))
    .execute();
}

/** Lists, for each kind, the users who cannot do it: of these users, or of all. */
export async function listUnable(db: Db, now: Date, ids?: readonly string[]): Promise<UsersByKind> {
  const users = await listAbilities(db, now, ids);
  return byKind((kind) => users.filter((user) => !user[kind]).map(({ id }) => id));
}

/**
 * Finds out who loses which kinds of work: those that they can do now (`before` the change), or can no longer do (`after` it). A loss of
 * permissions takes nothing from inactive users.
 */
export async function listLosers(
  db: Db,
  now: Date,
  losses: readonly WorkLoss[],
  moment: 'before' | 'after',
): Promise<UsersByKind> {
  const lostBy = new Map(losses.map(({ userId, lost }) => [userId, lost]));
  const users = await listAbilities(db, now, [...lostBy.keys()]);
  return byKind((kind) =>
    users
      .filter((user) => user[kind] === (moment === 'before'))
      .filter(({ id, is_active: isActive }) => {
        const lost = lostBy.get(id);
        return lost === undefined || (isActive && lost.includes(WORK_PERMISSIONS[kind]));
      })
      .map(({ id }) => id),
  );
}

const byKind = (of: (kind: WorkKind) => readonly string[]): UsersByKind => ({
  messages: of('messages'),
  orders: of('orders'),
  signatures: of('signatures'),
  coSignatures: of('coSignatures'),
  drafts: of('drafts'),
  unsaved: of('unsaved'),
});

/** One piece of work; `count` and `urgent_count` are those of its kind. */
export interface WorkRow {
  readonly kind: WorkKind;
  readonly id: string;
  readonly label: string;
  readonly patient_id: string | null;
  readonly patient_first_name: string | null;
  readonly patient_last_name: string | null;
  readonly is_urgent: boolean;
  readonly user_id: string;
  readonly user_first_name: string;
  readonly user_last_name: string;
  readonly count: number;
  readonly urgent_count: number;
}

/** Lists the work that waits for these users, urgent first, then oldest; the first ones of each kind unless `all`. */
export async function listWork(db: Db, users: UsersByKind, { all = false } = {}): Promise<WorkRow[]> {
  const of = (kind: WorkKind) => sql`any (${users[kind]}::uuid[])`;
  const { rows } = await sql<WorkRow>`
    with work as (
      select 'messages' as kind, m.id, m.message_number as label, m.patient_id, m.priority = 'Urgent' as is_urgent,
        m.assigned_to_user_id as user_id, m.call_at as at
      from phone_messages m
      where m.deleted_at is null and m.status <> 'Completed' and m.assigned_to_user_id = ${of('messages')}
      union all
      select 'orders', o.id, o.order_number, o.patient_id, o.leads, o.ordered_by, o.order_date::timestamptz
      from medical_orders o where o.ordered_by = ${of('orders')} and ${OPEN_ORDER}
      union all
      select 'signatures', d.id, t.name, d.patient_id, false, d.provider_id, d.procedure_date::timestamptz
      from dictations d join templates t on t.id = d.template_id
      where d.provider_id = ${of('signatures')} and d.is_active and d.status in ('Saved', 'Completed')
      union all
      select 'coSignatures', d.id, t.name, d.patient_id, false, c.supervisor_id, c.requested_at
      from co_signatures c join dictations d on d.id = c.dictation_id join templates t on t.id = d.template_id
      where c.supervisor_id = ${of('coSignatures')} and c.state = 'Awaiting' and d.is_active
      union all
      select 'drafts', d.id, t.name, d.patient_id, false, d.created_by, d.updated_at
      from dictations d join templates t on t.id = d.template_id
      where d.created_by = ${of('drafts')} and d.is_active and d.status = 'Draft'
      union all
      select 'unsaved', f.id, t.name, d.patient_id, false, f.owner_id, f.updated_at
      from dictation_drafts f join templates t on t.id = f.template_id left join dictations d on d.id = f.dictation_id
      where f.owner_id = ${of('unsaved')} and f.content is not null
    ), numbered as (
      select *, row_number() over (partition by kind order by is_urgent desc, at, id) as place,
        (count(*) over (partition by kind))::int as count,
        (count(*) filter (where is_urgent) over (partition by kind))::int as urgent_count
      from work
    )
    select w.kind, w.id, w.label, w.patient_id, p.first_name as patient_first_name, p.last_name as patient_last_name,
      w.is_urgent, w.user_id, u.first_name as user_first_name, u.last_name as user_last_name, w.count, w.urgent_count
    from numbered w join users u on u.id = w.user_id left join patients p on p.id = w.patient_id
    where ${all} or w.place <= ${MAX_WORK_ROWS}
    order by w.kind, w.place`.execute(db);
  return rows;
}

/** Lists active users who can take work of a kind and may hand it out. */
export async function listTakers(
  db: Db,
  now: Date,
  permissions: readonly PermissionName[],
): Promise<string[]> {
  const holdsAll = sql.join(
    permissions.map((permission) => holdsPermission(permission, now)),
    sql` and `,
  );
  const users = await db
    .selectFrom('users as u')
    .select('u.id')
    .where('u.is_active', '=', true)
    .where(sql<boolean>`${holdsAll}`)
    .execute();
  return users.map(({ id }) => id);
}
