import type { Db } from '#db/database.ts';
import { PREPARED } from '#db/statement-marks.ts';

/** Finds the search words of the practice; blank if there are none. */
export async function findSearchWords(db: Db): Promise<string> {
  const row = await db.selectFrom('code_search_words').select('words').modifyEnd(PREPARED).executeTakeFirst();
  return row?.words ?? '';
}

/** Stores the search words of the practice. */
export async function saveSearchWords(db: Db, words: string): Promise<void> {
  await db
    .insertInto('code_search_words')
    .values({ words })
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet({ words }))
    .execute();
}
