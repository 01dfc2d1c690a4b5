import { sql, type Selectable } from 'kysely';
import type { BodyOf } from '@portal/contract/endpoint';
import type { officeUpdate } from '@portal/contract/offices';
import type { Db } from '#db/database.ts';
import type { OfficesTable } from '#db/schema.ts';

/** A row of `offices` with the number of active users. */
export type OfficeRow = Omit<Selectable<OfficesTable>, 'created_at' | 'updated_at'> & {
  readonly user_count: number;
};

const COLUMNS = [
  'o.id',
  'o.name',
  'o.address',
  'o.city',
  'o.state',
  'o.zip_code',
  'o.phone',
  'o.fax',
  'o.npi',
  'o.super_admin_only',
  'o.is_surgery_center',
  'o.is_active',
  'o.version',
] as const;
const userCount =
  sql<number>`(select count(*)::int from users u where u.office_id = o.id and u.is_active)`.as('user_count');

/** Which offices a caller may see; only SuperAdmins may see SuperAdmin-only offices. */
export interface OfficeScope {
  readonly includeSuperAdminOnly: boolean;
}

/** Returns the offices in scope, sorted by name. */
export function listOffices(
  db: Db,
  scope: OfficeScope & { includeInactive: boolean; surgeryCentersOnly?: boolean },
): Promise<OfficeRow[]> {
  return db
    .selectFrom('offices as o')
    .select(COLUMNS)
    .select(userCount)
    .$if(!scope.includeSuperAdminOnly, (query) => query.where('o.super_admin_only', '=', false))
    .$if(!scope.includeInactive, (query) => query.where('o.is_active', '=', true))
    .$if(scope.surgeryCentersOnly === true, (query) => query.where('o.is_surgery_center', '=', true))
    .orderBy(sql`lower(o.name)`)
    .orderBy('o.id')
    .execute();
}

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

/** Returns an office, or undefined if it does not exist or is out of scope. */
export function findOffice(db: Db, id: string, scope: OfficeScope): Promise<OfficeRow | undefined> {
  return db
    .selectFrom('offices as o')
    .select(COLUMNS)
    .select(userCount)
    .where('o.id', '=', id)
    .$if(!scope.includeSuperAdminOnly, (query) => query.where('o.super_admin_only', '=', false))
    .executeTakeFirst();
}

/** Like `findOffice`, and locks the office until the transaction ends. */
export async function lockOffice(db: Db, id: string, scope: OfficeScope): Promise<OfficeRow | undefined> {
  await db.selectFrom('offices').select('id').where('id', '=', id).forUpdate().execute();
  return findOffice(db, id, scope);
}

type OfficeFields = Omit<BodyOf<typeof officeUpdate>, 'version'>;
const columns = (fields: OfficeFields) => ({
  name: fields.name,
  address: fields.address,
  city: fields.city,
  state: fields.state,
  zip_code: fields.zipCode,
  phone: fields.phone,
  fax: fields.fax,
  super_admin_only: fields.superAdminOnly,
  is_surgery_center: fields.isSurgeryCenter,
});

/** Which of these names offices have, in lowercase; also offices that the caller may not see. */
export async function findTakenNames(db: Db, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const rows = await sql<{ name: string }>`
    select lower(name) as name from offices where lower(name) in (select lower(unnest(${names}::text[])))`.execute(
    db,
  );
  return rows.rows.map(({ name }) => name);
}

/** Inserts an office and returns its ID. */
export async function insertOffice(db: Db, fields: OfficeFields): Promise<string> {
  const row = await db
    .insertInto('offices')
    .values({ ...columns(fields), npi: fields.npi ?? null, is_active: fields.isActive ?? true })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Updates an office and increments its version. */
export async function updateOffice(db: Db, id: string, fields: OfficeFields, now: Date): Promise<void> {
  await db
    .updateTable('offices')
    .set((eb) => ({
      ...columns(fields),
      ...(fields.npi === undefined ? {} : { npi: fields.npi }),
      ...(fields.isActive === undefined ? {} : { is_active: fields.isActive }),
      version: eb('version', '+', 1),
      updated_at: now,
    }))
    .where('id', '=', id)
    .execute();
}

/** Deletes an office. Fails with a foreign key violation if other records refer to it. */
export async function deleteOffice(db: Db, id: string): Promise<void> {
  await db.deleteFrom('offices').where('id', '=', id).execute();
}
