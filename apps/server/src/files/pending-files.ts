import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { BlobStore } from './blob-store.ts';

/** Longer than any upload takes. */
const ABANDONED_MS = 24 * 3_600_000;
const BATCH = 200;

/** Registers a pending file and returns its id. */
export async function registerPendingFile(db: Db): Promise<string> {
  const { id } = await db
    .insertInto('pending_files')
    .defaultValues()
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Adopts a pending file in the transaction that creates its record. Throws if the file was abandoned, to roll back. */
export async function adoptFile(db: Db, id: string): Promise<void> {
  const row = await db
    .deleteFrom('pending_files')
    .where('id', '=', id)
    .where('is_given_up', '=', false)
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) throw new Error('The pending file was abandoned');
}

/** Schedules the files of deleted records for removal, in the transaction that deletes the records. */
export async function scheduleFileRemoval(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .insertInto('pending_files')
    .values(ids.map((id) => ({ id, is_given_up: true })))
    .execute();
}

/** Abandons a pending file. Returns false if a record has adopted it; waits for a concurrent adoption to finish. */
export async function abandonPendingFile(db: Db, id: string): Promise<boolean> {
  const row = await db
    .updateTable('pending_files')
    .set({ is_given_up: true })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes the pending entry of a file that is no longer in the store. */
export async function forgetFile(db: Db, id: string): Promise<void> {
  await db.deleteFrom('pending_files').where('id', '=', id).execute();
}

/** Removes abandoned files and those pending for too long from the store. Returns the number of removed files. */
export async function removePendingFiles(db: Db, store: BlobStore, now: Date): Promise<number> {
  // From here on, none of them can be adopted.
  await db
    .updateTable('pending_files')
    .set({ is_given_up: true })
    .where('created_at', '<', new Date(now.getTime() - ABANDONED_MS))
    .where('is_given_up', '=', false)
    .execute();
  let removed = 0;
  for (;;) {
    const rows = await db
      .selectFrom('pending_files')
      .select('id')
      .where('is_given_up', '=', true)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    for (const { id } of rows) {
      await store.remove(id);
      await forgetFile(db, id);
    }
    removed += rows.length;
    if (rows.length < BATCH) return removed;
  }
}

/** Counts the documents whose files are known to be missing or damaged. */
export async function countBadFiles(db: Db): Promise<{ missing: number; damaged: number }> {
  const { rows } = await sql<{ missing: number; damaged: number }>`
    select (count(*) filter (where is_file_missing))::int as missing,
      (count(*) filter (where not is_file_missing))::int as damaged
    from documents where damaged_at is not null and purged_at is null`.execute(db);
  return rows[0] ?? { missing: 0, damaged: 0 };
}
