import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { AppError } from '#platform/app-error.ts';

const MESSAGE = 'This is the last active SuperAdmin. Make someone else SuperAdmin first.';

/**
 * Call before a user stops being an active SuperAdmin, in the transaction that does it. Waits for others who are doing the same, so
 * that of two who do it at once the second sees the first. Throws CONFLICT on `field` for the last one.
 */
export async function requireAnotherSuperAdmin(db: Db, userId: string, field?: string): Promise<void> {
  await db.selectFrom('roles').select('id').where('name', '=', 'SuperAdmin').forNoKeyUpdate().execute();
  // A statement of its own: it sees what was committed while the lock was awaited.
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
