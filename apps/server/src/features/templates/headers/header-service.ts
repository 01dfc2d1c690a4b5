import type { AnswerOf, BodyOf } from '@portal/contract/endpoint';
import type { LocationHeader, locationHeaderSave } from '@portal/contract/location-headers';
import { headerProblems } from '@portal/domain/report-header';
import { passesRoleCheck } from '@portal/domain/roles';
import { changedValues } from '#audit/audit-entry.ts';
import type { Db } from '#db/database.ts';
import { inTransaction } from '#request/transaction.ts';
import { AppError, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { checkVersion } from '#request/versions.ts';
import { findLocation, listHeaders, lockLocation, upsertHeader, type LocationScope } from './header-repo.ts';
import { presentHeader, presentReportHeader, type ReportHeader } from './header-view.ts';
import { sanitizeHeaderHtml } from './sanitize-html.ts';

/** Gets the headers of all locations visible to the current user. */
export const getHeaders = (context: SignedInContext): Promise<LocationHeader[]> =>
  getHeadersIn(context, context.deps.db);

/** Like `getHeaders`, in a transaction. */
export const getHeadersIn = (context: SignedInContext, db: Db): Promise<LocationHeader[]> =>
  readHeaders(db, locationScope(context));

/** Saves a location's sanitized header and footer. Throws NOT_FOUND for an unknown location, STALE, VALIDATION for unknown placeholders. */
export async function saveHeader(
  context: SignedInContext,
  { locationId, version, ...sent }: BodyOf<typeof locationHeaderSave>,
): Promise<AnswerOf<typeof locationHeaderSave>> {
  const [header, footer] = [sanitizeHeaderHtml(sent.headerHTML), sanitizeHeaderHtml(sent.footerHTML)];
  const html = { headerHTML: header.html, footerHTML: footer.html };
  requireReadable(html);
  const scope = locationScope(context);
  return inTransaction(context, async (tx) => {
    const location = await lockLocation(tx.db, locationId, scope);
    if (location === undefined) throw notFound();
    const [current] = await readHeaders(tx.db, { ...scope, locationId });
    if (current !== undefined) checkVersion(context, version, current);
    await upsertHeader(tx.db, locationId, html, { by: context.user.id, now: context.now });
    tx.audit({
      action: 'Updated',
      entityType: 'LocationHeader',
      entityId: locationId,
      ...changedValues(
        { headerHTML: current?.headerHTML ?? '', footerHTML: current?.footerHTML ?? '' },
        html,
      ),
    });
    tx.activity({
      event: 'location_header.updated',
      description: `Report header for ${location.name} was changed`,
      icon: 'Description',
      color: 'info',
      entityType: 'LocationHeader',
      entityId: locationId,
      ...(location.super_admin_only
        ? { requiredRole: 'SuperAdmin' as const }
        : { requiredPermission: 'Dictation.ManageTemplates' as const }),
    });
    const [saved] = await readHeaders(tx.db, { ...scope, locationId });
    if (saved === undefined) throw notFound();
    return { ...saved, removed: [...new Set([...header.removed, ...footer.removed])] };
  });
}

/** Gets the report header of a location, or the practice's default. Undefined for an unknown location. */
export async function getReportHeader(
  db: Db,
  locationId: string,
  practiceName: string,
): Promise<ReportHeader | undefined> {
  const location = await findLocation(db, locationId);
  return location === undefined ? undefined : presentReportHeader(location, practiceName);
}

/** Throws VALIDATION for placeholders that cannot be filled in. */
function requireReadable(html: { readonly headerHTML: string; readonly footerHTML: string }): void {
  const errors = Object.entries(html).flatMap(([field, text]): [string, string[]][] => {
    const problems = headerProblems(text);
    return problems.length === 0 ? [] : [[field, [...problems]]];
  });
  if (errors.length === 0) return;
  throw new AppError('VALIDATION', {
    message: `The report header was not saved: ${errors.flatMap(([, problems]) => problems).join(' ')}`,
    errors: Object.fromEntries(errors),
  });
}

/** The locations that the current user may see. */
export const locationScope = ({ user }: SignedInContext): LocationScope => ({
  includeSuperAdminOnly: passesRoleCheck(user.roles, ['SuperAdmin']),
});

const readHeaders = async (db: Db, filter: Parameters<typeof listHeaders>[1]): Promise<LocationHeader[]> =>
  (await listHeaders(db, filter)).map((row) => presentHeader(row));
