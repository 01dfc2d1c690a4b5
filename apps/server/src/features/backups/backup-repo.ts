import { rm } from 'node:fs/promises';
import { sql, type Selectable } from 'kysely';
import { finishBackup } from '#backup/backup-store.ts';
import type { Db } from '#db/database.ts';
import { transact } from '#db/open-transaction.ts';
import type { BackupsTable } from '#db/schema.ts';
import { isAlive } from '#platform/signs-of-life.ts';
import { latestPast } from '#platform/time-limits.ts';

export type BackupRow = Selectable<BackupsTable>;

const LOCK = 'medical-portal-backup';

export const isDead = ({ outcome, heartbeat_at }: BackupRow, now: Date): boolean =>
  outcome === 'running' && !isAlive('backup', heartbeat_at, now);

/**
 * Records the start of a nightly backup. Returns undefined when one is running, in this or any other process, or when
 * `isDue` refuses after the last one.
 */
export async function beginNightlyBackup(
  db: Db,
  { now, file, isDue }: { now: Date; file: string; isDue: (last: BackupRow | undefined) => boolean },
): Promise<BackupRow | undefined> {
  return transact(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${LOCK}))`.execute(tx);
    const running = await tx
      .selectFrom('backups')
      .selectAll()
      .where('kind', '=', 'nightly')
      .where('outcome', '=', 'running')
      .executeTakeFirst();
    if (running !== undefined) {
      if (!isDead(running, now)) return undefined;
      await finishBackup(tx, running.id, { now, problem: 'The portal ended during the backup.' });
    }
    if (!isDue(await lastNightlyBackup(tx, now))) return undefined;
    return tx
      .insertInto('backups')
      .values({ kind: 'nightly', started_at: now, heartbeat_at: now, outcome: 'running', file })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/** Removes what commands left that were killed while they wrote a backup, on this computer. */
export async function removeDeadBackups(db: Db, now: Date): Promise<void> {
  const running = await db
    .selectFrom('backups')
    .selectAll()
    .where('kind', '=', 'command')
    .where('outcome', '=', 'running')
    .execute();
  for (const row of running.filter((each) => isDead(each, now))) {
    await rm(`${row.file}.partial`, { force: true });
    await finishBackup(db, row.id, { now, problem: 'The command ended during the backup.' });
  }
}

const newestFirst = (db: Db) =>
  db.selectFrom('backups').selectAll().orderBy('started_at', 'desc').orderBy('id', 'desc');

/** Backups that can have begun and ended at `now`. */
const past = (db: Db, now: Date) =>
  newestFirst(db)
    .where('started_at', '<=', latestPast(now))
    .where((is) => is.or([is('finished_at', 'is', null), is('finished_at', '<=', latestPast(now))]));

/** The running or last nightly backup. */
export const lastNightlyBackup = (db: Db, now: Date): Promise<BackupRow | undefined> =>
  past(db, now).where('kind', '=', 'nightly').limit(1).executeTakeFirst();

/** The last backup that was completed. */
export const lastGoodBackup = (db: Db, now: Date): Promise<BackupRow | undefined> =>
  past(db, now).where('outcome', '=', 'good').limit(1).executeTakeFirst();

/** Counts good backups with a date in the future whose files were not removed. */
export async function countBackupsAhead(db: Db, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('backups')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('started_at', '>', latestPast(now))
    .where('outcome', '=', 'good')
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Ended nightly backups whose files were not removed, newest first. */
export const keptNightlyBackups = (db: Db): Promise<BackupRow[]> =>
  newestFirst(db)
    .where('kind', '=', 'nightly')
    .where('outcome', '!=', 'running')
    .where('removed_at', 'is', null)
    .execute();

/** Records that the file of a backup was removed. */
export async function markRemoved(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('backups').set({ removed_at: now }).where('id', '=', id).execute();
}

/** Whether a good backup began before a moment whose file was not removed by the portal. */
export async function hasBackupBefore(db: Db, at: Date): Promise<boolean> {
  const found = await db
    .selectFrom('backups')
    .select('id')
    .where('started_at', '<=', at)
    .where('outcome', '=', 'good')
    .where('removed_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
