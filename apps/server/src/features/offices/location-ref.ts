import { passesRoleCheck } from '@portal/domain/roles';
import type { Db } from '#db/database.ts';
import { fieldError } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';

/**
 * Returns the name of an active office. Throws VALIDATION on the field if there is none or the caller may not see it; only
 * SuperAdmins see SuperAdmin-only offices.
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
  // With no required roles, only SuperAdmins pass the role check.
  if (row === undefined || (row.super_admin_only && !passesRoleCheck(user.roles, [])))
    throw fieldError(field, 'Choose an active location');
  return row.name;
}
