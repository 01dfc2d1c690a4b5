import type { Db } from '#db/database.ts';
import { conflict } from '#platform/app-error.ts';
import { hasOtherSuperAdmin, lockSuperAdminRole } from './role-repo.ts';

/**
 * Call this in the transaction in which a user stops being an active SuperAdmin. Waits for concurrent transactions that do the
 * same, so that the second one sees the first. Throws CONFLICT on `field` for the last active SuperAdmin.
 */
export async function requireAnotherSuperAdmin(db: Db, userId: string, field?: string): Promise<void> {
  await lockSuperAdminRole(db);
  // A separate statement, so that it sees what was committed while waiting for the lock.
  if (!(await hasOtherSuperAdmin(db, userId)))
    throw conflict('This is the last active SuperAdmin. Make someone else SuperAdmin first.', field);
}
