import type { AnswerOf, QueryOf } from '@portal/contract/endpoint';
import type { permissionAuditLog, permissionAuditOfUser } from '@portal/contract/permissions';
import { EXACT_COUNT_LIMIT, clampPage } from '@portal/domain/list';
import { fullName } from '@portal/domain/person-name';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/database.ts';
import type { SignedInContext } from '#request/context.ts';
import { findRole } from './read-roles.ts';
import { requireUser } from './read-user.ts';

type Query = QueryOf<typeof permissionAuditLog>;
type Answer = AnswerOf<typeof permissionAuditLog>;

/**
 * Lists permission changes, newest first. Paging and the exact count cover the newest 10,000 matches; use the filters to
 * find older ones.
 */
export async function getAudit({ deps: { db, config } }: SignedInContext, query: Query): Promise<Answer> {
  const matching = matches(query, config.practice.timeZone);
  const counted = await sql<{ count: string }>`
    select count(*) from (select from permission_audit a where ${matching} limit ${EXACT_COUNT_LIMIT + 1}) found`.execute(
    db,
  );
  const count = Number(counted.rows[0]?.count ?? 0);
  const totalCount = Math.min(count, EXACT_COUNT_LIMIT);
  const { page, pageSize, offset } = clampPage({ ...query, totalCount });
  return {
    items: await readItems(db, matching, pageSize, offset),
    totalCount,
    totalCountIsApproximate: count > EXACT_COUNT_LIMIT,
    page,
    pageSize,
    totalPages: Math.ceil(totalCount / pageSize),
  };
}

type OneQuery = QueryOf<typeof permissionAuditOfUser>;

/** Lists one user's permission changes. Throws NOT_FOUND. */
export async function getUserAudit(context: SignedInContext, id: string, query: OneQuery): Promise<Answer> {
  await requireUser(context.deps.db, id);
  return getAudit(context, { ...query, entityType: 'User', entityId: id });
}

/** Lists one role's permission changes. Throws NOT_FOUND. */
export async function getRoleAudit(context: SignedInContext, id: string, query: OneQuery): Promise<Answer> {
  await findRole(context.deps.db, id);
  return getAudit(context, { ...query, entityType: 'Role', entityId: id });
}

function matches(query: Query, timeZone: string): RawBuilder<unknown> {
  const { entityType, entityId, permissionId, changedBy, startDate, endDate } = query;
  const conditions = [
    sql`true`,
    ...(entityType === undefined ? [] : [sql`a.entity_type = ${entityType}`]),
    ...(entityId === undefined ? [] : [sql`a.entity_id = ${entityId}`]),
    ...(permissionId === undefined ? [] : [sql`a.permission_id = ${permissionId}`]),
    ...(changedBy === undefined ? [] : [sql`a.changed_by = ${changedBy}`]),
    ...(startDate === undefined
      ? []
      : [sql`a.changed_at >= ${startDate}::date::timestamp at time zone ${timeZone}`]),
    ...(endDate === undefined
      ? []
      : [sql`a.changed_at < (${endDate}::date + 1)::timestamp at time zone ${timeZone}`]),
  ];
  return sql.join(conditions, sql` and `);
}

interface Row {
  id: string;
  changed_at: Date;
  entity_type: 'User' | 'Role';
  entity_id: string;
  permission_id: string;
  change_type: Answer['items'][number]['changeType'];
  changed_by: string | null;
  affected_user_count: number;
  old_value: string;
  new_value: string;
  expires_at: Date | null;
  reason: string;
  permission: string;
  role: string | null;
  first_name: string | null;
  last_name: string | null;
  by_first_name: string | null;
  by_last_name: string | null;
}

/** Limits the rows to the page before joining names. */
async function readItems(
  db: Db,
  matching: RawBuilder<unknown>,
  pageSize: number,
  offset: number,
): Promise<Answer['items']> {
  const { rows } = await sql<Row>`
    select a.*, p.name as permission, r.name as role, u.first_name, u.last_name,
      by.first_name as by_first_name, by.last_name as by_last_name
    from (select a.id, a.changed_at, a.entity_type, a.entity_id, a.permission_id, a.change_type, a.changed_by,
        a.affected_user_count, a.old_value, a.new_value, a.expires_at, a.reason
      from permission_audit a where ${matching}
      order by a.changed_at desc, a.id desc limit ${pageSize} offset ${offset}) a
    join permissions p on p.id = a.permission_id
    left join roles r on a.entity_type = 'Role' and r.id = a.entity_id
    left join users u on a.entity_type = 'User' and u.id = a.entity_id
    left join users by on by.id = a.changed_by
    order by a.changed_at desc, a.id desc`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    changedAt: row.changed_at.toISOString(),
    entityType: row.entity_type,
    entityId: row.entity_id,
    entityName: row.role ?? nameOf(row.first_name, row.last_name) ?? 'Unknown',
    permissionId: row.permission_id,
    permissionName: row.permission,
    changeType: row.change_type,
    changedBy: nameOf(row.by_first_name, row.by_last_name) ?? 'System',
    changedById: row.changed_by,
    affectedUserCount: row.affected_user_count,
    oldValue: row.old_value,
    newValue: row.new_value,
    expiresAt: row.expires_at?.toISOString() ?? null,
    reason: row.reason,
  }));
}

const nameOf = (first: string | null, last: string | null): string | null =>
  first === null || last === null ? null : fullName(first, last);
