import type { CurrentUser } from '@portal/contract/session';
import { DEFAULT_PREFERENCES, preferences } from '@portal/contract/preferences';
import type { Db } from '#db/database.ts';
import { findSignedInUser } from './user-repo.ts';

/** Returns the user in the format of sign-in, or undefined. */
export async function findCurrentUser(db: Db, id: string, now: Date): Promise<CurrentUser | undefined> {
  const row = await findSignedInUser(db, id);
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
    twoFactorDueAt: row.two_factor_due_at?.toISOString() ?? null,
    mustSetUpTwoFactor: row.two_factor_due_at !== null && row.two_factor_due_at <= now,
    preferences: readPreferences(row.preferences),
  };
}

/** Merges stored preferences with the defaults. If a value is invalid in this version, returns the defaults. */
export function readPreferences(stored: Record<string, unknown>): CurrentUser['preferences'] {
  const parsed = preferences.safeParse({ ...DEFAULT_PREFERENCES, ...stored });
  return parsed.success ? parsed.data : DEFAULT_PREFERENCES;
}
