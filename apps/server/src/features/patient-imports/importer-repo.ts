import type { PermissionName } from '@portal/domain/permissions';
import { sql } from 'kysely';
import { holdsPermission } from '#authz/holds-permission.ts';
import type { Db } from '#db/database.ts';

/** Whether a user is active, an administrator, and has all of these permissions. */
export async function mayImport(
  db: Db,
  userId: string,
  permissions: readonly PermissionName[],
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select u.is_active and exists (
        select from user_roles ur join roles r on r.id = ur.role_id
        where ur.user_id = u.id and r.name in ('Admin', 'SuperAdmin'))
      and ${sql.join(
        permissions.map((name) => holdsPermission(name, now)),
        sql` and `,
      )} as may
    from users u where u.id = ${userId}`.execute(db);
  return rows[0]?.may ?? false;
}
