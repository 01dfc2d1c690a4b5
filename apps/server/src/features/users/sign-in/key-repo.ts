import type { Suspension } from '@portal/domain/api-key';
import type { Db } from '#db/database.ts';

/** Suspends a user's API keys that are neither revoked, expired nor suspended. Returns their ids and names. */
export function suspendKeysOf(
  db: Db,
  userId: string,
  because: Suspension,
  now: Date,
): Promise<{ id: string; name: string }[]> {
  return db
    .updateTable('api_keys')
    .set({ suspended_at: now, suspended_because: because })
    .where('created_by', '=', userId)
    .where('revoked_at', 'is', null)
    .where('suspended_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['id', 'name'])
    .execute();
}
