import type { AuditUser } from '@portal/contract/audit';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { folded } from '#db/folded-text.ts';
import { presentUser } from './present.ts';

/** Most results. Users type more to narrow them down. */
const LIMIT = 20;

/**
 * Finds users for the log's filter, by name. Includes deactivated users, because their actions stay in the log for years.
 * Every word must occur in one of the names.
 */
export async function searchUsers(db: Db, search: string): Promise<AuditUser[]> {
  const words = search.split(/\s+/u).filter((word) => word !== '');
  const searched = folded(sql`concat_ws(' ', first_name, last_name, user_name)`);
  const rows = await db
    .selectFrom('users')
    .select(['id', 'user_name', 'first_name', 'last_name'])
    .where((eb) =>
      eb.and(words.map((word) => sql<boolean>`strpos(${searched}, ${folded(sql`${word}::text`)}) > 0`)),
    )
    .orderBy(sql`lower(last_name)`)
    .orderBy(sql`lower(first_name)`)
    .orderBy('id')
    .limit(LIMIT)
    .execute();
  return rows.flatMap((row) => presentUser(row.id, row) ?? []);
}
