import type { Db } from '#db/database.ts';

/** When a user was linked to single sign-on; undefined if they are not. */
export async function findLinkedAt(db: Db, userId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('sso_identities')
    .select('linked_at')
    .where('user_id', '=', userId)
    .orderBy('linked_at', 'desc')
    .executeTakeFirst();
  return row?.linked_at;
}

/** Removes a user's links and the sign-ins that are about to use them. Returns false if there were no links. */
export async function removeLinks(db: Db, userId: string): Promise<boolean> {
  await db.deleteFrom('sso_tickets').where('user_id', '=', userId).execute();
  const removed = await db.deleteFrom('sso_identities').where('user_id', '=', userId).executeTakeFirst();
  return removed.numDeletedRows > 0n;
}
