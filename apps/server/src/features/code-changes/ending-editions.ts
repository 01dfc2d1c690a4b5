import { addDays } from '@portal/domain/calendar';
import { CODE_NOTICE_DAYS } from '@portal/domain/notification';
import type { Transaction } from 'kysely';
import type { Db } from '#db/database.ts';
import type { Database } from '#db/schema.ts';
import { notifyAdministrators } from '#live/notification-store.ts';
import { listEndings, markNotified } from './ending-repo.ts';

/** The loaded editions that end within the next days or have ended. */
export const endingEditions = async (db: Db, today: string) =>
  (await listEndings(db, addDays(today, CODE_NOTICE_DAYS))).map(({ fileId: _file, ...edition }) => ({
    ...edition,
    hasEnded: edition.validTo < today,
  }));

/** Notifies administrators of editions that end soon or have ended, once for each edition. */
export async function announceEndingEditions(
  tx: Transaction<Database>,
  today: string,
  now: Date,
): Promise<void> {
  const endings = await listEndings(tx, addDays(today, CODE_NOTICE_DAYS));
  for (const { fileId } of await markNotified(tx, endings, now))
    await notifyAdministrators(tx, { kind: 'CodesEnding', entityId: fileId, at: now });
}
