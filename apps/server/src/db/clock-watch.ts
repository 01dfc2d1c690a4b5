import { sql } from 'kysely';
import { clockDifference, judgeClock, type ClockRecord, type OtherClock } from '#platform/clock-trust.ts';
import type { SharedClock } from '#platform/clock.ts';
import type { Db } from './database.ts';
import { transact } from './open-transaction.ts';

/** What is wrong with the clock, as last recorded or as its time shows now; null: nothing. */
export async function clockProblem(db: Db, now: Date): Promise<string | null> {
  const record = await readRecord(db);
  return record.problem ?? judgeClock(record, now).problem;
}

/** What is wrong with the clock compared with what was recorded and with other clocks; null: nothing. */
export async function compareClock(db: Db, now: Date, others: readonly OtherClock[]): Promise<string | null> {
  return judgeClock(await readRecord(db), now, others).problem;
}

/** Compares the clock like `compareClock`, records the result, and returns what is wrong; null: nothing. */
export async function watchClock(db: Db, now: Date, others: readonly OtherClock[]): Promise<string | null> {
  return transact(db, async (tx) => {
    await sql`select from clock_watch for update`.execute(tx);
    const after = judgeClock(await readRecord(tx), now, others);
    await tx
      .updateTable('clock_watch')
      .set({
        trusted_at: after.trustedAt,
        doubted_since: after.doubtedSince,
        doubted_at: after.doubtedAt,
        problem: after.problem,
      })
      .execute();
    return after.problem;
  });
}

/** Reads the database’s clock: one for all processes, so lengths between its times are right, no matter which process recorded them. */
export async function databaseTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ time: Date }>`select clock_timestamp() as time`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('The database returned no time');
  return row.time;
}

/** What of a process tells the time. */
export interface Clocks {
  readonly db: Db;
  readonly clock: SharedClock;
  readonly databaseTime: (db: Db) => Promise<Date>;
}

/**
 * What is wrong with the clock of this process: what `clockProblem` finds, or that this computer’s differs from the database’s, which
 * the process follows; null: nothing.
 */
export async function clockState({ db, clock, databaseTime: read }: Clocks): Promise<string | null> {
  const problem = await clockProblem(db, clock.now());
  if (problem !== null) return problem;
  await read(db);
  return clockDifference(clock.aheadMs);
}

async function readRecord(db: Db): Promise<ClockRecord> {
  const row = await db
    .selectFrom('clock_watch')
    .select(['trusted_at', 'doubted_since', 'doubted_at', 'problem'])
    .executeTakeFirstOrThrow();
  return {
    trustedAt: row.trusted_at,
    doubtedSince: row.doubted_since,
    doubtedAt: row.doubted_at,
    problem: row.problem,
  };
}
