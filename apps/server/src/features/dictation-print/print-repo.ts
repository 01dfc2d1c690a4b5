import type { Db } from '#db/database.ts';
import { anyId } from '#db/any-id.ts';
import { latestEnd } from '#platform/time-limits.ts';

/** How long a link to a batch print is valid. */
export const LINK_MS = 5 * 60_000;

/** Inserts a batch print of a user and returns its ID. */
export async function insertBatch(
  db: Db,
  userId: string,
  dictationIds: readonly string[],
  expiresAt: Date,
): Promise<string> {
  const { id } = await db
    .insertInto('dictation_print_batches')
    .values({ user_id: userId, dictation_ids: [...dictationIds], expires_at: expiresAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Finds the dictations of a user's batch print; undefined when it does not exist or has expired. */
export async function findBatch(
  db: Db,
  userId: string,
  id: string,
  now: Date,
): Promise<readonly string[] | undefined> {
  const batch = await db
    .selectFrom('dictation_print_batches')
    .select('dictation_ids')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', latestEnd(now, LINK_MS))
    .executeTakeFirst();
  return batch?.dictation_ids;
}

/** Finds the current titles of users by ID. */
export async function findTitles(
  db: Db,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'title'])
    .where('id', '=', anyId(userIds))
    .execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
}
