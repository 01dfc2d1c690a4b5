import { RESTORE_DAYS } from '@portal/domain/document';
import type { Db } from '#db/database.ts';
import { transact } from '#db/open-transaction.ts';
import type { FileStorage } from '#files/file-storage.ts';
import { scheduleFileRemoval, removePendingFiles } from '#files/pending-files.ts';

const DAY_MS = 24 * 3_600_000;
const BATCH = 500;

/**
 * Completes deletions after the 30-day restore period and removes files without a record. The row stays so that audit
 * entries can refer to it, but without name, note and key.
 */
export async function removeFiles(db: Db, { store }: FileStorage, now: Date): Promise<void> {
  while ((await blankDeleted(db, now)) === BATCH);
  await removePendingFiles(db, store, now);
}

async function blankDeleted(db: Db, now: Date): Promise<number> {
  return transact(db, async (tx) => {
    const rows = await tx
      .selectFrom('documents')
      .select('id')
      .where('deleted_at', '<=', new Date(now.getTime() - RESTORE_DAYS * DAY_MS))
      .where('purged_at', 'is', null)
      .orderBy('deleted_at')
      .limit(BATCH)
      .forUpdate()
      .execute();
    if (rows.length === 0) return 0;
    const ids = rows.map(({ id }) => id);
    await tx
      .updateTable('documents')
      .set({
        purged_at: now,
        file_name: '',
        file_name_key: '',
        note: null,
        file_key: null,
        content_hash: null,
        damaged_at: null,
      })
      .where('id', 'in', ids)
      .execute();
    await scheduleFileRemoval(tx, ids);
    return ids.length;
  });
}
