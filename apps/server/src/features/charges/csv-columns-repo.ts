import type { ChargeCsvColumn } from '@portal/domain/charges';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** Finds the practice's columns; undefined for the default. */
export const findCsvColumns = (db: Db) =>
  db.selectFrom('charge_csv_columns').select(['columns', 'version']).executeTakeFirst();

/** Makes concurrent changes of the columns wait until the transaction ends. */
export const lockCsvColumns = async (db: Db): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('charge_csv_columns'))`.execute(db);
};

/** Saves the practice's columns and returns their version. */
export async function saveCsvColumns(
  db: Db,
  columns: readonly ChargeCsvColumn[],
  { by, now }: { readonly by: string; readonly now: Date },
): Promise<number> {
  const values = { columns: [...columns], updated_by: by, updated_at: now };
  const { version } = await db
    .insertInto('charge_csv_columns')
    .values({ ...values, version: 2 })
    .onConflict((conflict) =>
      conflict
        .column('is_only')
        .doUpdateSet((eb) => ({ ...values, version: eb('charge_csv_columns.version', '+', 1) })),
    )
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}
