import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/database.ts';
import { BackgroundWork } from '#platform/background-work.ts';
import type { Clock } from '#platform/clock.ts';
import { isNightlyCheckDue } from '#platform/night.ts';
import { checkDatabase, type CheckAccess } from './check-database.ts';
import { lastDatabaseCheck, saveDatabaseCheck } from './check-store.ts';

interface Needs {
  readonly db: Db;
  readonly access: CheckAccess;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  /** The practice’s time zone. */
  readonly timeZone: string;
}

/** Reads the whole database every night, in one process at a time. Nothing is kept of a check that closing ends. */
export class DatabaseChecks extends BackgroundWork {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    super();
    this.#needs = needs;
  }

  /** Runs the nightly check if it is due. Rejects if it could not be finished, which says nothing about the database. */
  async runIfDue(): Promise<void> {
    const { db, clock, timeZone } = this.#needs;
    const now = clock.now();
    const last = await lastDatabaseCheck(db, now);
    if (this.closing.aborted || !isNightlyCheckDue(now, timeZone, last?.started_at)) return;
    await this.start((closing) => this.#run(now, closing));
  }

  async #run(startedAt: Date, signal: AbortSignal): Promise<void> {
    const { db, access, clock, log } = this.#needs;
    try {
      const found = await checkDatabase(access, { signal });
      if (found === undefined) return;
      const { damaged, ...read } = found;
      await saveDatabaseCheck(db, { startedAt, now: clock.now(), damaged });
      if (damaged.length === 0) log.info(read, 'the database is intact');
      else log.error({ damaged }, 'the database is damaged');
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}
