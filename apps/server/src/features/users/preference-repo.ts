import type { Db } from '#db/database.ts';

type Preferences = Record<string, unknown>;

/** Returns a user's stored preferences and locks the user until the transaction ends. */
export async function lockPreferences(db: Db, userId: string): Promise<Preferences> {
  const { preferences } = await db
    .selectFrom('users')
    .select('preferences')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return preferences;
}

/** Stores a user's preferences. */
export async function updatePreferences(
  db: Db,
  userId: string,
  preferences: Preferences,
  now: Date,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ preferences: JSON.stringify(preferences), updated_at: now })
    .where('id', '=', userId)
    .execute();
}
