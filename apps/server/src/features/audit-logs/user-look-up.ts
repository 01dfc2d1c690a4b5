import type { AuditUser } from '@portal/contract/audit';
import type { Db } from '#db/database.ts';
import { presentUser } from './entry-view.ts';
import { searchUserNames } from './user-name-repo.ts';

/** Most results. Users type more to narrow them down. */
const LIMIT = 20;

/** Finds users for the log's filter, by name. Includes deactivated users, because their actions stay in the log for years. */
export async function searchUsers(db: Db, search: string): Promise<AuditUser[]> {
  const rows = await searchUserNames(db, search, LIMIT);
  return rows.flatMap((row) => presentUser(row.id, row) ?? []);
}
