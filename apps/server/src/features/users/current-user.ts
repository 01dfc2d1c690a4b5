import type { CurrentUser } from '@portal/contract/session';
import { DEFAULT_PREFERENCES, preferences } from '@portal/contract/preferences';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** Returns the user in the format of sign-in, or undefined. */
export async function findCurrentUser(db: Db, id: string): Promise<CurrentUser | undefined> {
  const row = await db
    .selectFrom('users as u')
    .leftJoin('offices as o', 'o.id', 'u.office_id')
    .select([
      'u.id',
      'u.user_name',
      'u.email',
      'u.first_name',
      'u.last_name',
      'u.title',
      'u.employee_id',
      'u.hire_date',
      'u.is_active',
      'u.office_id',
      'u.must_change_password',
      'u.preferences',
      'o.name as office_name',
    ])
    .select(
      sql<
        string[]
      >`array(select r.name from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = u.id order by r.display_order)`.as(
        'roles',
      ),
    )
    .where('u.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    id: row.id,
    username: row.user_name,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    title: row.title,
    employeeId: row.employee_id,
    hireDate: row.hire_date ?? '',
    isActive: row.is_active,
    ...(row.office_id === null ? {} : { officeId: row.office_id }),
    ...(row.office_name === null ? {} : { officeName: row.office_name }),
    roles: row.roles,
    mustChangePassword: row.must_change_password,
    preferences: readPreferences(row.preferences),
  };
}

/** Merges stored preferences with the defaults. If a value is invalid in this version, returns the defaults. */
export function readPreferences(stored: Record<string, unknown>): CurrentUser['preferences'] {
  const parsed = preferences.safeParse({ ...DEFAULT_PREFERENCES, ...stored });
  return parsed.success ? parsed.data : DEFAULT_PREFERENCES;
}
