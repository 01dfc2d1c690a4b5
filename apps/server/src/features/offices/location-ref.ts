import { passesRoleCheck } from '@portal/domain/roles';
import type { Db } from '#db/database.ts';
import { fieldError } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';

/**
 * The name of an active office that the caller may know of: one for SuperAdmins only does not exist for others. 400 on the
 * field otherwise.
 */
export async function requireLocation(
  { user }: SignedInContext,
  db: Db,
  id: string,
  field: string,
): Promise<string> {
  const row = await db
    .selectFrom('offices')
    .select(['name', 'super_admin_only'])
    .where('id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst();
  // Only SuperAdmins pass a check that no role is enough for.
  if (row === undefined || (row.super_admin_only && !passesRoleCheck(user.roles, [])))
    throw fieldError(field, 'Choose an active location');
  return row.name;
}
