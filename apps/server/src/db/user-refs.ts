import { anyId } from './any-id.ts';
import type { Db } from './database.ts';

/** The names of users, by id. Null is nobody. */
export async function listUserRefs(
  db: Db,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, { id: string; firstName: string; lastName: string }>> {
  const known = [...new Set(ids.filter((id) => id !== null))];
  if (known.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(['id', 'first_name as firstName', 'last_name as lastName'])
    .where('id', '=', anyId(known))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
