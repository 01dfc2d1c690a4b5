import { sql, type Selectable } from 'kysely';
import { holdsPermission } from '#authz/holds-permission.ts';
import type { Db } from '#db/database.ts';
import type { UsersTable } from '#db/schema.ts';

const mayView = (now: Date) => holdsPermission('Message.View', now);

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

/** Lists the users who can no longer open phone messages: their messages wait for nobody. */
export async function listFormerAssignees(db: Db, now: Date): Promise<string[]> {
  const users = await db
    .selectFrom('users as u')
    .select('u.id')
    .where(sql<boolean>`not (u.is_active and ${mayView(now)})`)
    .execute();
  return users.map(({ id }) => id);
}
