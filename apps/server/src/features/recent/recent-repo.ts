import { RECENT_MAX, type RecentKind } from '@portal/contract/recent';
import type { Db } from '#db/database.ts';

/** The records that a user opened last, newest first. */
export async function listRecent(
  db: Db,
  userId: string,
  kind: RecentKind | undefined,
): Promise<{ readonly kind: RecentKind; readonly recordId: string; readonly openedAt: Date }[]> {
  return db
    .selectFrom('recent_records')
    .select(['kind', 'record_id as recordId', 'opened_at as openedAt'])
    .where('user_id', '=', userId)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'Patient'))
    .orderBy('opened_at', 'desc')
    .orderBy('record_id')
    .execute();
}

/** Remembers a record, and forgets the user's older ones of its kind beyond `RECENT_MAX`. */
export async function saveOpened(
  db: Db,
  userId: string,
  { kind, id }: { readonly kind: RecentKind; readonly id: string },
  now: Date,
): Promise<void> {
  await db
    .insertInto('recent_records')
    .values({ user_id: userId, kind, record_id: id, opened_at: now })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'kind', 'record_id']).doUpdateSet({ opened_at: now }),
    )
    .execute();
  const isOlder = db
    .selectFrom('recent_records')
    .select('record_id')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .orderBy('opened_at', 'desc')
    .orderBy('record_id')
    .offset(RECENT_MAX);
  await db
    .deleteFrom('recent_records')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('record_id', 'in', isOlder)
    .execute();
}
