import type { Selectable } from 'kysely';
import type { Db } from '#db/database.ts';
import type { DatabaseChecksTable } from '#db/schema.ts';
import { latestPast } from '#platform/time-limits.ts';

/** The last check of the whole database that was finished. */
export function lastDatabaseCheck(db: Db, now: Date): Promise<Selectable<DatabaseChecksTable> | undefined> {
  return db
    .selectFrom('database_checks')
    .selectAll()
    .where('started_at', '<=', latestPast(now))
    .executeTakeFirst();
}

/** Stores what a check found, for the system status of all processes. */
export async function saveDatabaseCheck(
  db: Db,
  { startedAt, now, damaged }: { startedAt: Date; now: Date; damaged: string[] },
): Promise<void> {
  const columns = { started_at: startedAt, finished_at: now, damaged };
  await db
    .insertInto('database_checks')
    .values(columns)
    .onConflict((conflict) => conflict.column('is_last').doUpdateSet(columns))
    .execute();
}
