import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { fileTimestamp, zonedParts, type Instant } from '@portal/domain/date';
import type { FastifyBaseLogger } from 'fastify';
import { clockProblem } from '#db/clock-watch.ts';
import type { Db } from '#db/database.ts';
import type { Clock } from '#platform/clock.ts';
import type { Settings } from '#platform/config.ts';
import type { BackupAccess } from './back-up.ts';
import { BackupError } from './backup-error.ts';
import { beginNightlyBackup, finishBackup, saveHeartbeat, type BackupRow } from './backup-store.ts';
import type { BackupOutcome, BackupTask } from './backup-thread.ts';
import { forgetUnneededKeys } from './unneeded-keys.ts';
import { nightlyName, removeOldBackups } from './retention.ts';

const HEARTBEAT_MS = 60_000;
const RETRY_MS = 3_600_000;
const UNEXPECTED = 'An unexpected error; the log of the server has the details.';

interface Needs {
  readonly config: Settings;
  readonly db: Db;
  readonly access: BackupAccess;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
}

/** Makes the nightly backup in the background, one at a time across all processes. */
export class NightlyBackups {
  readonly #needs: Needs;
  #thread: Worker | undefined;
  #isClosed = false;
  #running: Promise<unknown> = Promise.resolve();

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** Starts the nightly backup if one is set and due. `ended` rejects if it then fails. */
  async beginIfDue(): Promise<{ readonly ended: Promise<void> }> {
    const { config, db, clock } = this.#needs;
    const { nightly } = config.backup;
    if (nightly === undefined || this.#isClosed) return { ended: Promise.resolve() };
    const now = clock.now();
    const { timeZone } = config.practice;
    const night = (at: Instant) => nightOf(at, nightly.time, timeZone);
    const starting = beginNightlyBackup(db, {
      now,
      file: join(resolve(nightly.folder), nightlyName(fileTimestamp(now, timeZone))),
      isDue: (last) =>
        last === undefined ||
        (last.outcome === 'failed'
          ? now.getTime() - last.started_at.getTime() >= RETRY_MS
          : night(now) > night(last.started_at)),
    });
    const ended = starting.then((row) => row && this.#run(row));
    // Closing also waits for a backup that is about to start.
    this.#running = Promise.allSettled([this.#running, ended]);
    await starting;
    return { ended };
  }

  /** Resolves when no backup is running in this process. */
  async settled(): Promise<void> {
    await this.#running;
  }

  /** Ends a running backup. Nothing of it is kept. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#thread?.terminate();
    await this.#running;
  }

  async #run(row: BackupRow): Promise<void> {
    const { db, clock, log } = this.#needs;
    const timer = setInterval(() => {
      saveHeartbeat(db, row.id, clock.now()).catch((error: unknown) =>
        log.warn({ err: error }, 'the progress of the nightly backup could not be saved'),
      );
    }, HEARTBEAT_MS);
    try {
      await this.#removeOld();
      const result = await this.#write(row.file);
      await finishBackup(db, row.id, { now: clock.now(), ...result });
      if (!('bytes' in result)) throw new BackupError(result.problem);
      log.info({ bytes: result.bytes }, 'the nightly backup is complete');
    } finally {
      clearInterval(timer);
    }
  }

  async #removeOld(): Promise<void> {
    const { db, clock, log, config } = this.#needs;
    const { nightly } = config.backup;
    if (nightly === undefined) return;
    const { folder, keepDays } = nightly;
    try {
      const now = clock.now();
      if ((await clockProblem(db, now)) === null)
        await removeOldBackups(db, { folder: resolve(folder), keepDays, now });
      await forgetUnneededKeys(db, config);
    } catch (error) {
      log.warn({ err: error }, 'old backups could not be removed');
    }
  }

  /** Writes the backup in a thread, because encryption would delay requests. */
  async #write(file: string): Promise<{ bytes: number } | { problem: string }> {
    const { config, access, log } = this.#needs;
    const { passphrase = '', recipients } = config.backup;
    const { ownerUrl, clusterDir, superuserUrl } = access;
    const workerData: BackupTask = {
      config,
      access: { ownerUrl, clusterDir, superuserUrl },
      lock: recipients.length > 0 ? { recipients } : { passphrase },
      file,
    };
    if (this.#isClosed) return { problem: 'The portal was stopped.' };
    const thread = new Worker(new URL('./backup-thread.ts', import.meta.url), { workerData });
    this.#thread = thread;
    try {
      const ended = once(thread, 'exit').then((): BackupOutcome[] => []);
      const [outcome]: BackupOutcome[] = await Promise.race([once(thread, 'message'), ended]);
      if (outcome !== undefined && 'bytes' in outcome) return outcome;
      if (outcome === undefined) await rm(`${file}.partial`, { force: true });
      else log.error({ reason: outcome.reason }, 'the nightly backup failed');
      return {
        problem:
          outcome === undefined
            ? 'The portal was stopped during the backup.'
            : (outcome.problem ?? UNEXPECTED),
      };
    } catch (error) {
      log.error({ err: error }, 'the nightly backup failed');
      return { problem: UNEXPECTED };
    } finally {
      await thread.terminate();
      this.#thread = undefined;
    }
  }
}

/** The night of a moment, as a number that grows by one at `time` every day. */
function nightOf(at: Instant, time: string, timeZone: string): number {
  const { year, month, day, hour, minute } = zonedParts(at, timeZone);
  const isBefore = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}` < time;
  return Date.UTC(year, month - 1, day) / 86_400_000 - (isBefore ? 1 : 0);
}
