import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** How many phone messages are New, from the counters that the database keeps with every change: exact, without counting. */
export async function countNewMessages(db: Db): Promise<number> {
  const row = await db
    .selectFrom('phone_message_counts')
    .select(sql<number>`coalesce(sum(messages), 0)::int`.as('count'))
    .where('status', '=', 'New')
    .executeTakeFirstOrThrow();
  return row.count;
}
