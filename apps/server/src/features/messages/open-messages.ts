import type { PhoneMessage } from '@portal/contract/messages';
import type { Db } from '#db/database.ts';
import type { Total } from '#db/list-page.ts';
import { listMessageIds } from './message-list-repo.ts';
import { messageRowsOf } from './read-messages.ts';

/** Lists a user's or a patient's first open messages, by priority, then longest waiting. The caller records the read. */
export async function listOpenMessages(
  db: Db,
  of: { readonly assignedToUserId: string } | { readonly patientId: string },
  pageSize: number,
  now: Date,
): Promise<Total & { readonly rows: PhoneMessage[] }> {
  const { ids, ...totals } = await listMessageIds(
    db,
    { ...of, isOpen: true },
    { page: 1, pageSize, texts: [] },
  );
  return { rows: await messageRowsOf(db, ids, now), ...totals };
}
