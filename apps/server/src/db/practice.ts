import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import { withPractice, type Config, type Settings } from '#platform/config.ts';
import { OperatorError } from '#platform/operator-error.ts';
import type { Db } from './database.ts';

/** What `init` stores about the practice. */
export interface StoredPractice {
  readonly name: string;
  readonly timeZone: string;
}

/** Finds the stored practice; undefined if the database was set up without `init`. */
const findPractice = (db: Db): Promise<StoredPractice | undefined> =>
  db.selectFrom('practice').select(['name', 'time_zone as timeZone']).executeTakeFirst();

/**
 * Completes the settings with what the database stores about the practice. Nothing else reads it. Throws `OperatorError` if the
 * database does not know the time zone.
 */
export async function readSettings(config: Config, db: Db): Promise<Settings> {
  const settings = withPractice(config, await findPractice(db));
  await assertKnownZone(db, settings.practice.timeZone);
  return settings;
}

const INVALID_PARAMETER = '22023';

/** Throws `OperatorError` if the database does not know the time zone; reports by day would fail. */
export async function assertKnownZone(db: Db, zone: string): Promise<void> {
  try {
    await sql`select now() at time zone ${zone}`.execute(db);
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== INVALID_PARAMETER) throw error;
    throw new OperatorError(
      `The database does not know the time zone ${zone}. Update the time zone data of its server (package tzdata), or set PRACTICE_TIME_ZONE to a zone with the same time.`,
      { cause: error },
    );
  }
}

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
