import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** Returns the exact number of New phone messages, from counters that the database maintains. */
export async function countNewMessages(db: Db): Promise<number> {
  const row = await db
    .selectFrom('phone_message_counts')
    .select(sql<number>`coalesce(sum(messages), 0)::int`.as('count'))
    .where('status', '=', 'New')
    .executeTakeFirstOrThrow();
  return row.count;
}
