import type { QueryOf } from '@portal/contract/endpoint';
import type { permissionAuditLog } from '@portal/contract/permissions';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Db } from '#db/database.ts';
import { countUpTo, type Total } from '#db/list-page.ts';
import type { PermissionAuditTable } from '#db/schema.ts';

/** Which permission changes to list; dates are those of the practice's time zone. */
export type ChangeFilter = Pick<
  QueryOf<typeof permissionAuditLog>,
  'entityType' | 'entityId' | 'permissionId' | 'changedBy' | 'startDate' | 'endDate'
> & { readonly timeZone: string };

function matches(filter: ChangeFilter): RawBuilder<unknown> {
  const { entityType, entityId, permissionId, changedBy, startDate, endDate, timeZone } = filter;
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

/** Counts the matching changes, up to a limit. */
export function countChanges(db: Db, filter: ChangeFilter): Promise<Total> {
  return countUpTo(db, [sql`permission_audit a where ${matches(filter)}`]);
}

export type ChangeRow = Selectable<PermissionAuditTable> & {
  readonly permission: string;
  readonly role: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly by_first_name: string | null;
  readonly by_last_name: string | null;
};

/** Lists a page of the matching changes, newest first. Limits the rows to the page before joining names. */
export async function listChanges(
  db: Db,
  filter: ChangeFilter,
  { pageSize, offset }: { readonly pageSize: number; readonly offset: number },
): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select a.*, p.name as permission, r.name as role, u.first_name, u.last_name,
      by.first_name as by_first_name, by.last_name as by_last_name
    from (select a.id, a.changed_at, a.entity_type, a.entity_id, a.permission_id, a.change_type, a.changed_by,
        a.affected_user_count, a.old_value, a.new_value, a.expires_at, a.reason
      from permission_audit a where ${matches(filter)}
      order by a.changed_at desc, a.id desc limit ${pageSize} offset ${offset}) a
    join permissions p on p.id = a.permission_id
    left join roles r on a.entity_type = 'Role' and r.id = a.entity_id
    left join users u on a.entity_type = 'User' and u.id = a.entity_id
    left join users by on by.id = a.changed_by
    order by a.changed_at desc, a.id desc`.execute(db);
  return rows;
}
