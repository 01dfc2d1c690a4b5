import type { SearchResults } from '@portal/contract/search';
import type { Db } from '#db/database.ts';
import { listUsers } from '../user-repo.ts';

/** Returns the first active users, by name, that a search finds. */
export async function findMatchingUsers(
  db: Db,
  search: string,
  limit: number,
): Promise<SearchResults['users']> {
  const page = { orderBy: 'name', sortDirection: 'asc', pageSize: limit, offset: 0 } as const;
  const rows = await listUsers(db, { includeInactive: false, search }, page);
  return rows.map((row) => ({
    id: row.id,
    userName: row.user_name,
    firstName: row.first_name,
    lastName: row.last_name,
    title: row.title,
    roles: row.roles,
  }));
}
