import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** Which locations a caller may see; only SuperAdmins may see SuperAdmin-only locations. */
export interface LocationScope {
  readonly includeSuperAdminOnly: boolean;
}

/** A location's header and footer. */
export type HeaderRow = Awaited<ReturnType<typeof listHeaders>>[number];

/** Lists the headers of the locations in scope, or of one of them, by location name. */
export const listHeaders = (
  db: Db,
  { includeSuperAdminOnly, locationId }: LocationScope & { readonly locationId?: string },
) =>
  db
    .selectFrom('location_headers as h')
    .innerJoin('offices as o', 'o.id', 'h.location_id')
    .select(['h.location_id', 'h.header_html', 'h.footer_html', 'h.version', 'h.updated_at'])
    .$if(locationId !== undefined, (query) => query.where('h.location_id', '=', locationId ?? ''))
    .$if(!includeSuperAdminOnly, (query) => query.where('o.super_admin_only', '=', false))
    .orderBy('o.name')
    .orderBy('o.id')
    .execute();

/** Finds a location in scope and locks it until the transaction ends, so that saves of its first header run one after the other. */
export const lockLocation = (db: Db, id: string, { includeSuperAdminOnly }: LocationScope) =>
  db
    .selectFrom('offices')
    .select(['name', 'super_admin_only'])
    .where('id', '=', id)
    .$if(!includeSuperAdminOnly, (query) => query.where('super_admin_only', '=', false))
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Saves a location's header and footer and increments their version. */
export async function upsertHeader(
  db: Db,
  locationId: string,
  { headerHTML, footerHTML }: { readonly headerHTML: string; readonly footerHTML: string },
  { by, now }: { readonly by: string; readonly now: Date },
): Promise<void> {
  const columns = { header_html: headerHTML, footer_html: footerHTML, updated_by: by, updated_at: now };
  await db
    .insertInto('location_headers')
    .values({ location_id: locationId, ...columns })
    .onConflict((conflict) =>
      conflict
        .column('location_id')
        .doUpdateSet((eb) => ({ ...columns, version: eb('location_headers.version', '+', 1) })),
    )
    .execute();
}

/** A location with its header and footer, if it has them, and the logo of letterheads as it is now. */
export type LocationRow = NonNullable<Awaited<ReturnType<typeof findLocation>>>;

/** Finds a location with its header and footer, and the logo beside them. */
export const findLocation = (db: Db, id: string) =>
  db
    .selectFrom('offices as o')
    .leftJoin('location_headers as h', 'h.location_id', 'o.id')
    .select([
      'o.name',
      'o.address',
      'o.city',
      'o.state',
      'o.zip_code',
      'o.phone',
      'o.fax',
      'o.super_admin_only',
      'h.header_html',
      'h.footer_html',
      sql<string | null>`(select encode(logo, 'hex') from practice_letterhead)`.as('logo'),
    ])
    .where('o.id', '=', id)
    .executeTakeFirst();
