import { addDays } from '@portal/domain/calendar';
import { CODE_NOTICE_DAYS } from '@portal/domain/notification';
import type { Transaction } from 'kysely';
import type { Db } from '#db/database.ts';
import type { Database } from '#db/schema.ts';
import { editionsOf } from '#features/code-files/index.ts';
import { notifyAdministrators } from '#live/notification-store.ts';
import { markNotified } from './decision-repo.ts';

/** The newest loaded editions of each kind that end within the next days or have ended. */
export async function endingEditions(db: Db, today: string) {
  const editions = await editionsOf(db);
  return editions
    .filter(({ kind }, at) => editions.findIndex((other) => other.kind === kind) === at)
    .flatMap(({ validTo, ...edition }) =>
      validTo === null || validTo > addDays(today, CODE_NOTICE_DAYS)
        ? []
        : [{ ...edition, validTo, hasEnded: validTo < today }],
    );
}

/** Notifies administrators of editions that end soon or have ended, once for each edition. */
export async function announceEndingEditions(
  tx: Transaction<Database>,
  today: string,
  now: Date,
): Promise<void> {
  const endings = await endingEditions(tx, today);
  for (const { fileIds } of await markNotified(tx, endings, now))
    await notifyAdministrators(tx, { kind: 'CodesEnding', entityId: fileIds[0] ?? '', at: now });
}
