import { officeRecord } from '@portal/contract/offices';
import type { RowOf } from '@portal/contract/record';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/database.ts';
import { recordTable } from '#db/record-table.ts';

export const offices = recordTable(officeRecord.fields, 'offices', 'updated_at');

export type OfficeRow = RowOf<typeof officeRecord.fields> & { readonly updatedAt: Date };
/** An office with the number of its active users. */
export type CountedOffice = OfficeRow & { readonly userCount: number };

/** Which offices a caller may see; only SuperAdmins may see SuperAdmin-only offices. */
export interface OfficeScope {
  readonly includeSuperAdminOnly: boolean;
}

/** The offices that meet all conditions, sorted by name. */
async function select(db: Db, conditions: readonly RawBuilder<unknown>[]): Promise<CountedOffice[]> {
  const { rows } = await sql<CountedOffice>`
    select ${offices.columns},
      (select count(*)::int from users u where u.office_id = offices.id and u.is_active) as "userCount"
    from offices where ${sql.join([sql`true`, ...conditions], sql` and `)}
    order by lower(name), id`.execute(db);
  return rows;
}
const inScope = ({ includeSuperAdminOnly }: OfficeScope) =>
  includeSuperAdminOnly ? [] : [sql`not super_admin_only`];

/** Returns the offices in scope, sorted by name. */
export const listOffices = (
  db: Db,
  scope: OfficeScope & { includeInactive: boolean; surgeryCentersOnly?: boolean },
): Promise<CountedOffice[]> =>
  select(db, [
    ...inScope(scope),
    ...(scope.includeInactive ? [] : [sql`is_active`]),
    ...(scope.surgeryCentersOnly === true ? [sql`is_surgery_center`] : []),
  ]);

/** Returns the name of an active office, or undefined if there is none in scope. */
export const findActiveOfficeName = (
  db: Db,
  id: string,
  scope: OfficeScope,
): Promise<{ readonly name: string } | undefined> =>
  db
    .selectFrom('offices as o')
    .select('o.name')
    .where('o.id', '=', id)
    .where('o.is_active', '=', true)
    .$if(!scope.includeSuperAdminOnly, (query) => query.where('o.super_admin_only', '=', false))
    .executeTakeFirst();

/** Whether an office is a surgery center, also an inactive one; undefined if it does not exist or is out of scope. */
export const findPlace = (
  db: Db,
  id: string,
  scope: OfficeScope,
): Promise<{ readonly name: string; readonly isSurgeryCenter: boolean } | undefined> =>
  db
    .selectFrom('offices as o')
    .select(['o.name', 'o.is_surgery_center as isSurgeryCenter'])
    .where('o.id', '=', id)
    .$if(!scope.includeSuperAdminOnly, (query) => query.where('o.super_admin_only', '=', false))
    .executeTakeFirst();

/** Returns an office, or undefined if it does not exist or is out of scope. */
export const findOffice = async (
  db: Db,
  id: string,
  scope: OfficeScope,
): Promise<CountedOffice | undefined> => (await select(db, [sql`id = ${id}`, ...inScope(scope)]))[0];

/** Locks an office until the transaction ends. Returns undefined if it does not exist or is out of scope. */
export async function lockOffice(db: Db, id: string, scope: OfficeScope): Promise<OfficeRow | undefined> {
  const office = await offices.lock(db, id);
  return office?.superAdminOnly === true && !scope.includeSuperAdminOnly ? undefined : office;
}

/** Which of these names offices have, in lowercase; also offices that the caller may not see. */
export async function findTakenNames(db: Db, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const rows = await sql<{ name: string }>`
    select lower(name) as name from offices where lower(name) in (select lower(unnest(${names}::text[])))`.execute(
    db,
  );
  return rows.rows.map(({ name }) => name);
}
