import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { BlobStore } from './blob-store.ts';

/** No upload takes so long. */
const ABANDONED_MS = 24 * 3_600_000;
const BATCH = 200;

/** Writes down that a file is coming, durably, and gives its id. */
export async function announceFile(db: Db): Promise<string> {
  const { id } = await db
    .insertInto('pending_files')
    .defaultValues()
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Makes a file a record's own, in the record's transaction. Throws when it has been given up meanwhile: its record must not come to be.
 */
export async function adoptFile(db: Db, id: string): Promise<void> {
  const row = await db
    .deleteFrom('pending_files')
    .where('id', '=', id)
    .where('is_given_up', '=', false)
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) throw new Error('The file has been given up');
}

/** Writes down, in the transaction that gives it up, that a record's file is to be removed. */
export async function giveUpFiles(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .insertInto('pending_files')
    .values(ids.map((id) => ({ id, is_given_up: true })))
    .execute();
}

/** Gives up a file that was announced. False when its record has come meanwhile; waits where that is being decided just now. */
export async function giveUpAnnounced(db: Db, id: string): Promise<boolean> {
  const row = await db
    .updateTable('pending_files')
    .set({ is_given_up: true })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Crosses out a file that is no longer in the store. */
export async function forgetFile(db: Db, id: string): Promise<void> {
  await db.deleteFrom('pending_files').where('id', '=', id).execute();
}

/** Removes the files whose record never came, and those that were given up. Returns how many. */
export async function removePendingFiles(db: Db, store: BlobStore, now: Date): Promise<number> {
  // From here on none of them can be adopted any more.
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

/** Whether some stored file was found damaged or missing and has not been read well since. */
export async function hasDamagedFiles(db: Db): Promise<boolean> {
  const { rows } = await sql<{
    found: boolean;
  }>`select exists (select from documents where damaged_at is not null and purged_at is null) as found`.execute(
    db,
  );
  return rows[0]?.found === true;
}
