import type { PhoneMessage } from '@portal/contract/messages';
import { parseRecordSearch } from '@portal/domain/record-search';
import type { Db } from '#db/database.ts';
import { findFirstMessageIds } from './message-list-repo.ts';
import { findMessageRows } from './message-repo.ts';
import { presentMessage } from './message-view.ts';

/** Returns the first phone messages that a search finds. The caller records the read. */
export async function findMatchingMessages(
  db: Db,
  search: string,
  limit: number,
  now: Date,
): Promise<PhoneMessage[]> {
  const ids = await findFirstMessageIds(db, parseRecordSearch(search), limit);
  return (await findMessageRows(db, ids, now)).map((row) => presentMessage(row));
}
