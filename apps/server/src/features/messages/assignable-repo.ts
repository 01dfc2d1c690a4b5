import { sql, type Selectable } from 'kysely';
import type { Db } from '#db/database.ts';
import type { UsersTable } from '#db/schema.ts';

/**
 * Whether user `u` may view phone messages at `now`, by the same rule as the session lookup: an active override, else
 * the union of the roles' grants. SuperAdmin has every permission.
 */
const mayView = (now: Date) => sql<boolean>`coalesce(
  (select o.is_granted from user_permission_overrides o join permissions p on p.id = o.permission_id
    where o.user_id = u.id and p.name = 'Message.View' and (o.expires_at is null or o.expires_at > ${now})),
  exists (
    select from user_roles ur join roles r on r.id = ur.role_id
    where ur.user_id = u.id and (r.name = 'SuperAdmin' or exists (
      select from role_permissions rp join permissions p on p.id = rp.permission_id
      where rp.role_id = r.id and p.name = 'Message.View'))))`;

export type AssignableRow = Pick<Selectable<UsersTable>, 'id' | 'first_name' | 'last_name' | 'title'>;

/** Lists active users who may view phone messages, sorted by name. */
export function listAssignable(db: Db, now: Date): Promise<AssignableRow[]> {
  return db
    .selectFrom('users as u')
    .select(['u.id', 'u.first_name', 'u.last_name', 'u.title'])
    .where('u.is_active', '=', true)
    .where(mayView(now))
    .orderBy(sql`lower(u.last_name)`)
    .orderBy(sql`lower(u.first_name)`)
    .orderBy('u.id')
    .execute();
}

/** Finds out whether a user is active and may view phone messages. */
export function findAssignable(
  db: Db,
  userId: string,
  now: Date,
): Promise<{ is_active: boolean; may_view: boolean } | undefined> {
  return db
    .selectFrom('users as u')
    .select(['u.is_active', mayView(now).as('may_view')])
    .where('u.id', '=', userId)
    .executeTakeFirst();
}
