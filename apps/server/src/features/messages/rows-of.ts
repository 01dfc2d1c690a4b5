import type { PhoneMessage } from '@portal/contract/messages';
import type { Db } from '#db/database.ts';
import { findMessageRows } from './message-repo.ts';
import { presentMessage } from './message-view.ts';

/** Returns the list rows of these messages, in this order, without deleted ones. The caller records the read. */
export async function messageRowsOf(db: Db, ids: readonly string[], now: Date): Promise<PhoneMessage[]> {
  return (await findMessageRows(db, ids, now)).map((row) => presentMessage(row));
}
