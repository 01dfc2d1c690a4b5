import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { Slots } from '#platform/slots.ts';
import type { Db } from './database.ts';
import { isDatabaseUnavailable } from './database-errors.ts';

/** How long a read waits for the standby to have everything that was saved before it. */
const PATIENCE_MS = 2_000;
const BETWEEN_LOOKS_MS = 50;
/** After the standby was away or too far behind, reads go to the primary for this long. */
const PAUSE_MS = 30_000;

/** How far a standby is behind the primary, in seconds; null if that is unknown, because it is away. */
export interface StandbyState {
  readonly behindSeconds: number | null;
}

interface Needs {
  readonly primary: Db;
  /** Undefined: there is none. */
  readonly standby: Db | undefined;
  /** Size of the pool of the primary. */
  readonly poolSize: number;
  readonly log: FastifyBaseLogger;
}

/**
 * All reads of exports and reports, which may be long. Only a fraction of the pool is used by them at once, so that other requests always
 * find a connection. With a standby, they read from it if it has everything that was saved before they began, and otherwise from the primary.
 */
export class ReportReads {
  readonly #primary: Db;
  readonly #standby: Db | undefined;
  readonly #slots: Slots;
  readonly #log: FastifyBaseLogger;
  #pausedUntil = -Infinity;

  constructor({ primary, standby, poolSize, log }: Needs) {
    this.#primary = primary;
    this.#standby = standby;
    this.#slots = new Slots(Math.max(1, Math.floor(poolSize / 8)), Infinity);
    this.#log = log;
  }

  /** Runs `read`, which changes nothing: it runs again on the primary if the standby fails. */
  run<T>(read: (db: Db) => Promise<T>): Promise<T> {
    return this.#slots.run(async () => {
      const standby = await this.#currentStandby();
      if (standby === undefined) return read(this.#primary);
      try {
        return await read(standby);
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error;
        this.#pause('the standby failed', error);
        return read(this.#primary);
      }
    });
  }

  /** Undefined if there is no standby. */
  async standbyState(): Promise<StandbyState | undefined> {
    if (this.#standby === undefined) return undefined;
    try {
      return { behindSeconds: await secondsBehind(this.#primary, this.#standby) };
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      return { behindSeconds: null };
    }
  }

  /** The standby, once it has everything that is saved now. Undefined if that takes too long. */
  async #currentStandby(): Promise<Db | undefined> {
    if (this.#standby === undefined || performance.now() < this.#pausedUntil) return undefined;
    try {
      const position = await savedPosition(this.#primary);
      const deadline = performance.now() + PATIENCE_MS;
      while (!(await hasReplayed(this.#standby, position))) {
        if (performance.now() > deadline) {
          this.#pause('the standby is more than two seconds behind');
          return undefined;
        }
        await sleep(BETWEEN_LOOKS_MS);
      }
      return this.#standby;
    } catch (error) {
      this.#pause('the standby is away', error);
      return undefined;
    }
  }

  #pause(reason: string, err?: unknown): void {
    this.#pausedUntil = performance.now() + PAUSE_MS;
    this.#log.warn({ err }, `${reason}; exports and reports read from the primary`);
  }
}

/** Up to where the write-ahead log is on the disk of the primary, which has what was saved before. */
async function savedPosition(primary: Db): Promise<string> {
  const { rows } = await sql<{ position: string }>`
    select pg_current_wal_flush_lsn()::text as position`.execute(primary);
  return rows[0]?.position ?? '';
}

async function hasReplayed(standby: Db, position: string): Promise<boolean> {
  const { rows } = await sql<{ done: boolean | null }>`
    select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${position}::pg_lsn as done`.execute(standby);
  return rows[0]?.done === true;
}

/** Seconds since the last change that the standby has, or 0 if it has all of them. */
export async function secondsBehind(primary: Db, standby: Db): Promise<number> {
  const position = await savedPosition(primary);
  const { rows } = await sql<{ seconds: number | null }>`
    select case when pg_last_wal_replay_lsn() >= ${position}::pg_lsn then 0
      else greatest(0, extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()))::float8 end as seconds`.execute(
    standby,
  );
  return Math.round(rows[0]?.seconds ?? 0);
}
