import type { AnswerOf, BodyOf } from '@portal/contract/endpoint';
import type { LocationHeader, locationHeaderSave } from '@portal/contract/location-headers';
import { passesRoleCheck } from '@portal/domain/roles';
import { changedValues } from '#audit/audit-entry.ts';
import type { Db } from '#db/database.ts';
import { inTransaction } from '#request/transaction.ts';
import { notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { checkVersion } from '#http/versions.ts';
import { sanitizeHeaderHtml } from './sanitize-html.ts';

/** Gets the headers of all locations visible to the current user. */
export const getHeaders = (context: SignedInContext): Promise<LocationHeader[]> =>
  readHeaders(context.deps.db, context);

/** Saves a location's sanitized header and footer. Throws NOT_FOUND for an unknown location, STALE. */
export async function saveHeader(
  context: SignedInContext,
  { locationId, headerHTML, footerHTML, version }: BodyOf<typeof locationHeaderSave>,
): Promise<AnswerOf<typeof locationHeaderSave>> {
  const [header, footer] = [sanitizeHeaderHtml(headerHTML), sanitizeHeaderHtml(footerHTML)];
  return inTransaction(context, async (tx) => {
    const office = await tx.db
      .selectFrom('offices')
      .select(['name', 'super_admin_only'])
      .where('id', '=', locationId)
      .$if(!isSuperAdmin(context), (query) => query.where('super_admin_only', '=', false))
      // Serializes concurrent saves of the first header.
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (office === undefined) throw notFound();
    const [current] = await readHeaders(tx.db, context, locationId);
    if (current !== undefined) checkVersion(context, version, current);
    const columns = { header_html: header.html, footer_html: footer.html, updated_by: context.user.id };
    await tx.db
      .insertInto('location_headers')
      .values({ location_id: locationId, ...columns, updated_at: context.now })
      .onConflict((conflict) =>
        conflict.column('location_id').doUpdateSet((eb) => ({
          ...columns,
          updated_at: context.now,
          version: eb('location_headers.version', '+', 1),
        })),
      )
      .execute();
    tx.audit({
      action: 'Updated',
      entityType: 'LocationHeader',
      entityId: locationId,
      ...changedValues(
        { headerHTML: current?.headerHTML ?? '', footerHTML: current?.footerHTML ?? '' },
        { headerHTML: header.html, footerHTML: footer.html },
      ),
    });
    tx.activity({
      description: `Report header for ${office.name} was changed`,
      icon: 'Description',
      color: 'info',
      entityType: 'LocationHeader',
      entityId: locationId,
      ...(office.super_admin_only
        ? { requiredRole: 'SuperAdmin' as const }
        : { requiredPermission: 'Dictation.ManageTemplates' as const }),
    });
    const [saved] = await readHeaders(tx.db, context, locationId);
    if (saved === undefined) throw notFound();
    return { ...saved, removed: [...new Set([...header.removed, ...footer.removed])] };
  });
}

const isSuperAdmin = ({ user }: SignedInContext) => passesRoleCheck(user.roles, ['SuperAdmin']);

/** Reads headers and sanitizes them again, so that the current rules also apply to older HTML. */
async function readHeaders(db: Db, context: SignedInContext, locationId?: string): Promise<LocationHeader[]> {
  const rows = await db
    .selectFrom('location_headers as h')
    .innerJoin('offices as o', 'o.id', 'h.location_id')
    .select(['h.location_id', 'h.header_html', 'h.footer_html', 'h.version', 'h.updated_at'])
    .$if(locationId !== undefined, (query) => query.where('h.location_id', '=', locationId ?? ''))
    // Some offices are visible to SuperAdmins only.
    .$if(!isSuperAdmin(context), (query) => query.where('o.super_admin_only', '=', false))
    .orderBy('o.name')
    .orderBy('o.id')
    .execute();
  return rows.map((row) => ({
    locationId: row.location_id,
    headerHTML: sanitizeHeaderHtml(row.header_html).html,
    footerHTML: sanitizeHeaderHtml(row.footer_html).html,
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  }));
}
