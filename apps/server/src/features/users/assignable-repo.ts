import type { Db } from '#db/database.ts';

/** Whether there is an active title with this code. */
export async function isActiveTitle(db: Db, code: string): Promise<boolean> {
  const title = await db
    .selectFrom('titles')
    .select('code')
    .where('code', '=', code)
    .where('is_active', '=', true)
    .executeTakeFirst();
  return title !== undefined;
}

/** Whether this is an active user with the role of a physician. */
export async function isActivePhysician(db: Db, id: string): Promise<boolean> {
  const user = await db
    .selectFrom('users as u')
    .innerJoin('user_roles as ur', 'ur.user_id', 'u.id')
    .innerJoin('roles as r', 'r.id', 'ur.role_id')
    .select('u.id')
    .where('u.id', '=', id)
    .where('u.is_active', '=', true)
    .where('r.name', '=', 'ProviderPhysician')
    .executeTakeFirst();
  return user !== undefined;
}

/** Lists the active titles in display order. */
export function listActiveTitles(db: Db): Promise<{ id: string; code: string; description: string }[]> {
  return db
    .selectFrom('titles')
    .select(['id', 'code', 'description'])
    .where('is_active', '=', true)
    .orderBy('display_order')
    .orderBy('code')
    .execute();
}

/** Finds out whether an office is active and who may see it. */
export function findOfficeAccess(
  db: Db,
  id: string,
): Promise<{ is_active: boolean; super_admin_only: boolean } | undefined> {
  return db
    .selectFrom('offices')
    .select(['is_active', 'super_admin_only'])
    .where('id', '=', id)
    .executeTakeFirst();
}
