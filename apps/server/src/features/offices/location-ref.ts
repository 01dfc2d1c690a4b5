import type { Db } from '#db/database.ts';
import { fieldError } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { findActiveOfficeName, findPlace } from './office-repo.ts';
import { officeScope } from './office-service.ts';

/**
 * Returns the name of an active office. Throws VALIDATION on the field if there is none or the caller may not see it; only
 * SuperAdmins see SuperAdmin-only offices.
 */
export async function requireLocation(
  context: SignedInContext,
  db: Db,
  id: string,
  field: string,
): Promise<string> {
  const office = await findActiveOfficeName(db, id, officeScope(context));
  if (office === undefined) throw fieldError(field, 'Choose an active location');
  return office.name;
}

/** The name of an office, active or not, and whether it is a surgery center; null if the caller may not see it. */
export const getPlace = async (context: SignedInContext, db: Db, id: string) =>
  (await findPlace(db, id, officeScope(context))) ?? null;
