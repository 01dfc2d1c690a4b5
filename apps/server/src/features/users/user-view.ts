import type { User } from '@portal/contract/users';
import { LoginThrottle } from '#authz/login-throttle.ts';
import type { Db } from '#db/database.ts';
import type { SignedInContext } from '#request/context.ts';
import { isSuperAdmin } from './authority.ts';
import type { UserRow } from './user-repo.ts';

/**
 * Converts users to the API format. A SuperAdmin-only office is shown only to SuperAdmins; others see no office.
 */
export async function presentUsers(
  context: SignedInContext,
  db: Db,
  rows: readonly UserRow[],
): Promise<User[]> {
  const slowedDown = await new LoginThrottle(context.deps.keys).slowedDown(db, rows, context.now);
  return rows.map((row) => {
    const hidden = hidesOffice(context, row);
    return {
      id: row.id,
      userName: row.user_name,
      username: row.user_name,
      email: row.email,
      emailConfirmed: row.email_confirmed_at !== null,
      firstName: row.first_name,
      lastName: row.last_name,
      title: row.title,
      npi: row.npi,
      supervisorId: row.supervisor_id,
      supervisor: supervisorOf(row),
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
      secondFactorEnabled: row.has_two_factor,
      clockedInSince: row.clocked_in_since?.toISOString() ?? null,
      isSlowedDown: slowedDown.has(row.id),
      createdAt: row.created_at.toISOString(),
      version: row.version,
    };
  });
}

const supervisorOf = (row: UserRow): User['supervisor'] =>
  row.supervisor_id === null
    ? null
    : {
        id: row.supervisor_id,
        firstName: row.supervisor_first_name ?? '',
        lastName: row.supervisor_last_name ?? '',
      };

/** Whether the caller may not see the user's office. Callers always see their own. */
export const hidesOffice = (context: SignedInContext, row: UserRow): boolean =>
  row.office_restricted === true && row.id !== context.user.id && !isSuperAdmin(context.user);

/** Converts one user to the API format. */
export async function presentUser(context: SignedInContext, db: Db, row: UserRow): Promise<User> {
  const [user] = await presentUsers(context, db, [row]);
  if (user === undefined) throw new Error('Expected one user');
  return user;
}
