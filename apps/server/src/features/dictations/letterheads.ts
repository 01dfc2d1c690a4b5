import type { Letterhead } from '@portal/contract/signed-print';
import { defaultReportHeader } from '@portal/domain/report-header';
import { passesRoleCheck } from '@portal/domain/roles';
import type { Db } from '#db/database.ts';
import type { Settings } from '#platform/config.ts';
import type { SignedInContext } from '#request/context.ts';
import { getReportHeader, type ReportHeader } from '#features/templates/index.ts';
import { fillLetterhead, isSuperAdminOnly, listOpenLetterheads } from './letterhead-repo.ts';

/**
 * Finds a location's header and footer; undefined when the location does not exist or the caller may not see it. Only SuperAdmins
 * see SuperAdmin-only locations.
 */
export async function findVisibleHeader(
  { deps, user }: SignedInContext,
  db: Db,
  locationId: string,
): Promise<ReportHeader | undefined> {
  // Only SuperAdmins pass a role check with an empty list.
  if (!passesRoleCheck(user.roles, []) && (await isSuperAdminOnly(db, locationId))) return undefined;
  return getReportHeader(db, locationId, deps.config.practice.name);
}

/** The letterhead of a location as it is now, or the practice's default if the caller may not see the location. */
export async function currentLetterhead(
  context: SignedInContext,
  db: Db,
  locationId: string,
): Promise<Letterhead> {
  const { practice } = context.deps.config;
  return toLetterhead(await findVisibleHeader(context, db, locationId), practice);
}

/**
 * Stores letterheads of dictations that were signed before the portal stored them. A SuperAdmin-only location gets the practice's
 * default, which is what the others print.
 */
export async function fillLetterheads(db: Db, practice: Settings['practice']): Promise<void> {
  for (const { digest, location_id: id, super_admin_only: isHidden } of await listOpenLetterheads(db)) {
    const content = isHidden ? toLetterhead(undefined, practice) : await letterheadOf(db, id, practice);
    await fillLetterhead(db, digest, content);
  }
}

/** The letterhead of a location as it is now. */
export const letterheadOf = async (
  db: Db,
  locationId: string,
  practice: Settings['practice'],
): Promise<Letterhead> => toLetterhead(await getReportHeader(db, locationId, practice.name), practice);

function toLetterhead(header: ReportHeader | undefined, practice: Settings['practice']): Letterhead {
  const { name, timeZone, clock } = practice;
  return { ...(header ?? { ...defaultReportHeader(name), values: {} }), timeZone, clock };
}
