import { IMPORT_FILE_DAYS } from '@portal/contract/patient-imports';
import type { Db } from '#db/database.ts';
import { transact } from '#db/open-transaction.ts';
import { scheduleFileRemoval } from '#files/pending-files.ts';
import { deleteRowResults } from './problem-repo.ts';

const DAY_MS = 24 * 3_600_000;

/** Removes the uploaded files of old imports, with what is known about their rows, and old drafts. */
export async function removeImportFiles(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - IMPORT_FILE_DAYS * DAY_MS);
  await transact(db, async (tx) => {
    const drafts = await tx
      .deleteFrom('patient_imports')
      .where('state', '=', 'Draft')
      .where('started_at', '<', before)
      .returning('id')
      .execute();
    const ended = await tx
      .updateTable('patient_imports')
      .set({ file_key: null, header: null, mapping: null, sheets: null, preview: null, mixed_dates: null })
      .where('ended_at', '<', before)
      .where('file_key', 'is not', null)
      .returning('id')
      .execute();
    const ids = [...drafts, ...ended].map(({ id }) => id);
    if (ids.length === 0) return;
    await deleteRowResults(tx, ids);
    await scheduleFileRemoval(tx, ids);
  });
}
