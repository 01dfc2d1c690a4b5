import { sql, type Selectable } from 'kysely';
import type { Db } from '#db/database.ts';
import { containsWords } from '#db/folded-text.ts';
import type { UsersTable } from '#db/schema.ts';

const COLUMNS = ['id', 'user_name', 'first_name', 'last_name'] as const;
export type UserNameRow = Pick<Selectable<UsersTable>, (typeof COLUMNS)[number]>;

/** Lists the names of users by ID, sorted by name. */
export function listUserNames(db: Db, ids: readonly string[]): Promise<UserNameRow[]> {
  return db
    .selectFrom('users')
    .select(COLUMNS)
    .where('id', 'in', ids)
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('id')
    .execute();
}

/** Lists the first users of whose names every word of the search is a part, sorted by name. Includes deactivated users. */
export function searchUserNames(db: Db, search: string, limit: number): Promise<UserNameRow[]> {
  return db
    .selectFrom('users')
    .select(COLUMNS)
    .where(containsWords(sql`concat_ws(' ', first_name, last_name, user_name)`, search))
    .orderBy(sql`lower(last_name)`)
    .orderBy(sql`lower(first_name)`)
    .orderBy('id')
    .limit(limit)
    .execute();
}
