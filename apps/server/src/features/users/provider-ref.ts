import { PROVIDER_ROLES } from '@portal/domain/roles';
import type { Db } from '#db/database.ts';
import { fieldError } from '#platform/app-error.ts';

/** Throws VALIDATION on the field unless the user is active and has a provider role. */
export async function requireProvider(db: Db, id: string, field: string): Promise<void> {
  const row = await db
    .selectFrom('users as u')
    .select('u.id')
    .where('u.id', '=', id)
    .where('u.is_active', '=', true)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('user_roles as ur')
          .innerJoin('roles as r', 'r.id', 'ur.role_id')
          .select('ur.user_id')
          .whereRef('ur.user_id', '=', 'u.id')
          .where('r.name', 'in', PROVIDER_ROLES),
      ),
    )
    .executeTakeFirst();
  if (row === undefined) throw fieldError(field, 'Choose an active provider');
}
