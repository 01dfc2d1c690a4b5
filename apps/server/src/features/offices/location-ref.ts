import type { Db } from '#db/database.ts';
import { fieldError } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { findActiveOfficeName } from './office-repo.ts';
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
