import type { CodeType } from '@portal/domain/billing-code';
import type { Insertable, Selectable } from 'kysely';
import type { Db } from '#db/database.ts';
import { anyId } from '#db/any-id.ts';
import { PREPARED } from '#db/statement-marks.ts';
import type { BillingCodesTable } from '#db/schema.ts';

/** The selected columns of a code. */
export const COLUMNS = [
  'id',
  'code_type',
  'code',
  'description',
  'category',
  'is_active',
  'line_type',
  'bilateral_indicator',
  'unit_size',
  'unit',
  'is_billable',
  'valid_from',
  'valid_to',
  'version',
  'updated_at',
] as const;
/** A code as read from the database. */
export type CodeRow = Pick<Selectable<BillingCodesTable>, (typeof COLUMNS)[number]>;
/** The columns of a code's traits. */
export type TraitColumns = Pick<
  CodeRow,
  'line_type' | 'bilateral_indicator' | 'unit_size' | 'unit' | 'is_billable' | 'valid_from' | 'valid_to'
>;

const codes = (db: Db) => db.selectFrom('billing_codes').select(COLUMNS);

/** Finds a code by id and locks it until the transaction ends. */
export function lockCode(db: Db, id: string): Promise<CodeRow | undefined> {
  return codes(db).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Finds codes by id and locks them until the transaction ends, in the order in which imports lock them. */
export function lockCodes(db: Db, ids: readonly string[]): Promise<CodeRow[]> {
  return codes(db).where('id', '=', anyId(ids)).orderBy('code_type').orderBy('code').forUpdate().execute();
}

/** Finds codes by id, in the order of the ids. */
export async function findCodes(db: Db, ids: readonly string[]): Promise<CodeRow[]> {
  if (ids.length === 0) return [];
  const found = await codes(db).where('id', '=', anyId(ids)).modifyEnd(PREPARED).execute();
  const byId = new Map(found.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The descriptions of codes of a type. Unknown codes are omitted. */
export function findDescriptions(
  db: Db,
  type: CodeType,
  wanted: readonly string[],
): Promise<Pick<CodeRow, 'code' | 'description'>[]> {
  return db
    .selectFrom('billing_codes')
    .select(['code', 'description'])
    .where('code_type', '=', type)
    .where('code', 'in', wanted)
    .execute();
}

/** Inserts a code. */
export async function insertCode(db: Db, values: Insertable<BillingCodesTable>): Promise<CodeRow> {
  return db.insertInto('billing_codes').values(values).returning(COLUMNS).executeTakeFirstOrThrow();
}

/** Updates a code and increments its version. */
export async function updateCode(
  db: Db,
  id: string,
  columns: Partial<TraitColumns & Pick<CodeRow, 'description' | 'category' | 'is_active'>>,
  now: Date,
): Promise<CodeRow> {
  return db
    .updateTable('billing_codes')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Deletes a code. */
export async function deleteCode(db: Db, id: string): Promise<void> {
  await db.deleteFrom('billing_codes').where('id', '=', id).execute();
}
