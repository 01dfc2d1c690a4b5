import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { AppError } from '#platform/app-error.ts';

const MESSAGE = 'This is the last active SuperAdmin. Make someone else SuperAdmin first.';

/**
 * Call this in the transaction in which a user stops being an active SuperAdmin. Waits for concurrent transactions that do the
 * same, so that the second one sees the first. Throws CONFLICT on `field` for the last active SuperAdmin.
 */
export async function requireAnotherSuperAdmin(db: Db, userId: string, field?: string): Promise<void> {
  await db.selectFrom('roles').select('id').where('name', '=', 'SuperAdmin').forNoKeyUpdate().execute();
  // A separate statement, so that it sees what was committed while waiting for the lock.
  const other = await db
    .selectFrom('users as u')
    .innerJoin('user_roles as ur', 'ur.user_id', 'u.id')
    .innerJoin('roles as r', 'r.id', 'ur.role_id')
    .select(sql<number>`1`.as('one'))
    .where('r.name', '=', 'SuperAdmin')
    .where('u.is_active', '=', true)
    .where('u.id', '!=', userId)
    .limit(1)
    .executeTakeFirst();
  if (other !== undefined) return;
  throw new AppError('CONFLICT', {
    message: MESSAGE,
    ...(field === undefined ? {} : { errors: { [field]: [MESSAGE] } }),
  });
}
