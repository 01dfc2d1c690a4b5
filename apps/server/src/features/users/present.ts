import type { User } from '@portal/contract/users';
import type { Db } from '#db/database.ts';
import type { SignedInContext } from '#request/context.ts';
import { isSuperAdmin } from './authority.ts';
import type { UserRow } from './user-repo.ts';

/**
 * Users as the caller sees them. An office for SuperAdmins only is theirs alone to see: to others the user has none.
 */
export async function presentUsers(
  context: SignedInContext,
  db: Db,
  rows: readonly UserRow[],
): Promise<User[]> {
  const slowedDown = await context.deps.loginThrottle.slowedDown(db, rows, context.now);
  return rows.map((row) => {
    const hidden = hidesOffice(context, row);
    return {
      id: row.id,
      userName: row.user_name,
      username: row.user_name,
      email: row.email,
      firstName: row.first_name,
      lastName: row.last_name,
      title: row.title,
      employeeId: row.employee_id,
      isActive: row.is_active,
      lastLoginDate: row.last_login_at?.toISOString() ?? null,
      hireDate: row.hire_date,
      officeId: hidden ? null : row.office_id,
      office:
        hidden || row.office_id === null || row.office_name === null
          ? null
          : { id: row.office_id, name: row.office_name },
      roles: row.roles,
      mustChangePassword: row.must_change_password,
      secondFactorEnabled: row.totp_enabled,
      clockedInSince: row.clocked_in_since?.toISOString() ?? null,
      isSlowedDown: slowedDown.has(row.id),
      createdAt: row.created_at.toISOString(),
      version: row.version,
    };
  });
}

/** Whether the user's office is one the caller may not see. One's own is always seen. */
export const hidesOffice = (context: SignedInContext, row: UserRow): boolean =>
  row.office_restricted === true && row.id !== context.user.id && !isSuperAdmin(context.user);

/** One user as the caller sees them. */
export async function presentUser(context: SignedInContext, db: Db, row: UserRow): Promise<User> {
  const [user] = await presentUsers(context, db, [row]);
  if (user === undefined) throw new Error('one row gave no user');
  return user;
}
