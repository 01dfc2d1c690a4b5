import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** Finds the id of a user by name, in any case. */
export async function findIdByName(db: Db, userName: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where(sql`lower(user_name)`, '=', userName.toLowerCase())
    .executeTakeFirst();
  return row?.id;
}

/** Lists the active SuperAdmins by name. */
export const listSuperAdmins = (db: Db) =>
  db
    .selectFrom('users as u')
    .innerJoin('user_roles as ur', 'ur.user_id', 'u.id')
    .innerJoin('roles as r', 'r.id', 'ur.role_id')
    .where('r.name', '=', 'SuperAdmin')
    .where('u.is_active', '=', true)
    .select(['u.id', 'u.user_name'])
    .orderBy('u.user_name')
    .execute();

/** Ends all sessions of a user. */
export async function endSessionsOf(db: Db, userId: string, reason: string, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute();
}
