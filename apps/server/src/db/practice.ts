import { withPractice, type Config, type Settings } from '#platform/config.ts';
import type { Db } from './database.ts';

/** What `init` stores about the practice. */
export interface StoredPractice {
  readonly name: string;
  readonly timeZone: string;
}

/** Finds the stored practice; undefined if the database was set up without `init`. */
const findPractice = (db: Db): Promise<StoredPractice | undefined> =>
  db.selectFrom('practice').select(['name', 'time_zone as timeZone']).executeTakeFirst();

/** Completes the settings with what the database stores about the practice. Nothing else reads it. */
export const readSettings = async (config: Config, db: Db): Promise<Settings> =>
  withPractice(config, await findPractice(db));

/** Stores which master key was printed last. Does nothing for a practice that was set up without `init`. */
export async function saveSheetFingerprint(db: Db, fingerprint: Buffer): Promise<void> {
  await db.updateTable('practice').set({ sheet_fingerprint: fingerprint }).execute();
}

/** Stores the practice, or replaces it. */
export async function storePractice(db: Db, { name, timeZone }: StoredPractice): Promise<void> {
  const columns = { name, time_zone: timeZone };
  await db
    .insertInto('practice')
    .values(columns)
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet(columns))
    .execute();
}
