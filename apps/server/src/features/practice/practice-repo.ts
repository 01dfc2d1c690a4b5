import type { PracticeLogo } from '@portal/contract/practice';
import type { LetterheadOffice } from '@portal/domain/letterhead';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { Logo } from './logo/read-logo.ts';

const OFFICE = [
  'o.name',
  'o.address',
  'o.city',
  'o.state',
  'o.zip_code as zipCode',
  'o.phone',
  'o.fax',
] as const;

/** The logo of letterheads as it is now, and the version of that choice. */
export async function findLetterhead(
  db: Db,
  { isLocked = false } = {},
): Promise<{ readonly logo: PracticeLogo | null; readonly version: number }> {
  const { version, id, width, height } = await db
    .selectFrom('practice_letterhead as p')
    .leftJoin('practice_logos as l', 'l.digest', 'p.logo')
    .select(['p.version', 'l.width', 'l.height', idOf('p.logo')])
    .$if(isLocked, (query) => query.forUpdate('p'))
    .executeTakeFirstOrThrow();
  return { logo: id === null || width === null || height === null ? null : { id, width, height }, version };
}

/** The id of the logo that letterheads have now. */
export async function findLogoId(db: Db): Promise<string | null> {
  const { id } = await db.selectFrom('practice_letterhead').select(idOf('logo')).executeTakeFirstOrThrow();
  return id;
}

const idOf = (column: 'logo' | 'p.logo') => sql<string | null>`encode(${sql.ref(column)}, 'hex')`.as('id');
const digestOf = (id: string) => Buffer.from(id, 'hex');

/** The files of logos, by id. */
export async function findLogoFiles(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('practice_logos')
    .select(['digest', 'png'])
    .where('digest', 'in', ids.map(digestOf))
    .execute();
  return new Map(rows.map(({ digest, png }) => [digest.toString('hex'), png]));
}

/** Stores a logo, unless the same one was stored earlier. */
export async function insertLogo(
  db: Db,
  { digest, png, width, height }: Logo,
  { by, now }: { readonly by: string | null; readonly now: Date },
): Promise<void> {
  await db
    .insertInto('practice_logos')
    .values({ digest, png, width, height, created_by: by, created_at: now })
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .execute();
}

/** Chooses the logo of letterheads. */
export async function updateLetterhead(
  db: Db,
  logo: string | null,
  { by, now }: { readonly by: string | null; readonly now: Date },
): Promise<void> {
  await db
    .updateTable('practice_letterhead')
    .set((eb) => ({
      logo: logo === null ? null : digestOf(logo),
      version: eb('version', '+', 1),
      updated_by: by,
      updated_at: now,
    }))
    .execute();
}

/**
 * The office on letterheads of what belongs to no office: the given one, else the practice's only active one. Never one that only
 * SuperAdmins see.
 */
export async function findLetterheadOffice(
  db: Db,
  officeId: string | null,
): Promise<LetterheadOffice | null> {
  const active = await db
    .selectFrom('offices as o')
    .select(OFFICE)
    .select('o.id')
    .where('o.is_active', '=', true)
    .where('o.super_admin_only', '=', false)
    .orderBy(sql`o.id = ${officeId}::uuid desc nulls last`)
    .orderBy('o.id')
    .limit(2)
    .execute();
  const [office] = active;
  if (office === undefined || (office.id !== officeId && active.length > 1)) return null;
  const { id: _id, ...shown } = office;
  return shown;
}
