import type { Db } from '#db/database.ts';

/** Who enters or undoes, and when. */
export interface Enterer {
  readonly by: string;
  readonly now: Date;
}

/** Inserts a batch and returns its ID. */
export async function insertBatch(db: Db, name: string, { by, now }: Enterer): Promise<string> {
  const { id } = await db
    .insertInto('charge_batches')
    .values({ name, created_by: by, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Enters a note with this number of addenda. Returns false if that is entered already. */
export async function insertEntry(
  db: Db,
  entry: { readonly batchId: string; readonly dictationId: string; readonly addendumCount: number },
  { by, now }: Enterer,
): Promise<boolean> {
  const inserted = await db
    .insertInto('charge_entries')
    .values({
      batch_id: entry.batchId,
      dictation_id: entry.dictationId,
      addendum_count: entry.addendumCount,
      entered_by: by,
      entered_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['dictation_id', 'addendum_count']).where('undone_at', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Undoes the entry of a note in a batch. Returns false if there is none. */
export async function undoEntry(
  db: Db,
  { batchId, dictationId }: { readonly batchId: string; readonly dictationId: string },
  { by, now }: Enterer,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('charge_entries')
    .set({ undone_by: by, undone_at: now })
    .where('dictation_id', '=', dictationId)
    .where('batch_id', '=', batchId)
    .where('undone_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Lists the notes that are entered in a batch. */
export const listEntered = (db: Db, batchId: string) =>
  db
    .selectFrom('charge_entries as e')
    .innerJoin('dictations as d', 'd.id', 'e.dictation_id')
    .select(['d.id', 'd.addendum_count'])
    .where('e.batch_id', '=', batchId)
    .where('e.undone_at', 'is', null)
    .orderBy('d.id')
    .execute();
