import type { Letterhead } from '@portal/contract/signed-print';
import { defaultReportHeader } from '@portal/domain/report-header';
import { passesRoleCheck } from '@portal/domain/roles';
import type { Db } from '#db/database.ts';
import type { Settings } from '#platform/config.ts';
import type { SignedInContext } from '#request/context.ts';
import { getReportHeader, type ReportHeader } from '#features/templates/index.ts';
import { fillLetterhead, listOpenLetterheads } from './letterhead-repo.ts';

/**
 * Finds a location's header and footer; undefined when the location does not exist or the caller may not see it. Only SuperAdmins
 * see SuperAdmin-only locations.
 */
export async function findVisibleHeader(
  { deps, user }: SignedInContext,
  db: Db,
  locationId: string,
): Promise<ReportHeader | undefined> {
  const header = await getReportHeader(db, locationId, deps.config.practice.name);
  return header === undefined || isHiddenFrom(user, header) ? undefined : header;
}

/** The letterhead of a location as it is now, or the practice's default if the caller may not see the location. */
export async function currentLetterhead(
  { deps, user }: SignedInContext,
  db: Db,
  locationId: string,
): Promise<Letterhead> {
  const { practice } = deps.config;
  const header = await getReportHeader(db, locationId, practice.name);
  const isHidden = header !== undefined && isHiddenFrom(user, header);
  return toLetterhead(isHidden ? undefined : header, practice, header?.logo);
}

// Only SuperAdmins pass a role check with an empty list.
const isHiddenFrom = ({ roles }: SignedInContext['user'], { isHidden }: ReportHeader) =>
  isHidden && !passesRoleCheck(roles, []);

/**
 * Stores letterheads of dictations that were signed before the portal stored them, without a logo. A SuperAdmin-only location gets
 * the practice's default, which is what the others print.
 */
export async function fillLetterheads(db: Db, practice: Settings['practice']): Promise<void> {
  for (const { digest, location_id: id, super_admin_only: isHidden } of await listOpenLetterheads(db)) {
    const content = isHidden ? toLetterhead(undefined, practice) : await letterheadOf(db, id, practice);
    await fillLetterhead(db, digest, content);
  }
}

/** The letterhead of a location as it is now, with a logo. */
export const letterheadOf = async (
  db: Db,
  locationId: string,
  practice: Settings['practice'],
  logo: string | null = null,
): Promise<Letterhead> => toLetterhead(await getReportHeader(db, locationId, practice.name), practice, logo);

/** A letterhead without a logo is stored like those from before there were logos. */
function toLetterhead(
  header: ReportHeader | undefined,
  { name, timeZone, clock }: Settings['practice'],
  logo: string | null = null,
): Letterhead {
  const { headerHTML, footerHTML, values } = header ?? { ...defaultReportHeader(name), values: {} };
  return { headerHTML, footerHTML, values, timeZone, clock, ...(logo !== null && { logo }) };
}
