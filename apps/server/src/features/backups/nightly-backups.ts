import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { fileTimestamp, zonedParts, type Instant } from '@portal/domain/date';
import type { FastifyBaseLogger } from 'fastify';
import { clockProblem } from '#db/clock-watch.ts';
import type { Db } from '#db/database.ts';
import { BackgroundWork } from '#platform/background-work.ts';
import type { Clock } from '#platform/clock.ts';
import type { Settings } from '#platform/config.ts';
import { whileAlive } from '#platform/signs-of-life.ts';
import type { BackupAccess } from '#backup/back-up.ts';
import { BackupError } from '#backup/backup-error.ts';
import { finishBackup, saveHeartbeat } from '#backup/backup-store.ts';
import { beginNightlyBackup, type BackupRow } from './backup-repo.ts';
import type { BackupOutcome, BackupTask } from './backup-thread.ts';
import { forgetUnneededKeys } from './unneeded-keys.ts';
import { nightlyName, removeOldBackups } from './retention.ts';

const RETRY_MS = 3_600_000;
const STOPPED = 'The portal was stopped during the backup.';
const UNEXPECTED = 'An unexpected error; the log of the server has the details.';

interface Needs {
  readonly config: Settings;
  readonly db: Db;
  readonly access: BackupAccess;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
}

/** Makes the nightly backup in the background, one at a time across all processes. Nothing is kept of one that closing ends. */
export class NightlyBackups extends BackgroundWork {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    super();
    this.#needs = needs;
  }

  /** Starts the nightly backup if one is set and due. `ended` rejects if it then fails. */
  async beginIfDue(): Promise<{ readonly ended: Promise<void> }> {
    const { config, db, clock } = this.#needs;
    const { nightly } = config.backup;
    if (nightly === undefined || this.closing.aborted) return { ended: Promise.resolve() };
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
    // Closing also waits for a backup that is about to start.
    const ended = this.start(async () => {
      const row = await starting;
      if (row !== undefined) await this.#run(row);
    });
    await starting;
    return { ended };
  }

  async #run({ id, file }: BackupRow): Promise<void> {
    const { db, clock, log } = this.#needs;
    await whileAlive('backup', () => saveHeartbeat(db, id, clock.now()), {
      onFailure: (error) => log.warn({ err: error }, 'the progress of the nightly backup could not be saved'),
      run: async () => {
        await this.#removeOld();
        const result = await this.#write(file);
        await finishBackup(db, id, { now: clock.now(), ...result });
        if (!('bytes' in result)) throw new BackupError(result.problem);
        log.info({ bytes: result.bytes }, 'the nightly backup is complete');
      },
    });
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
    if (this.closing.aborted) return { problem: STOPPED };
    const thread = new Worker(new URL('./backup-thread.ts', import.meta.url), { workerData });
    const end = () => void thread.terminate();
    this.closing.addEventListener('abort', end);
    try {
      const ended = once(thread, 'exit').then((): BackupOutcome[] => []);
      const [outcome]: BackupOutcome[] = await Promise.race([once(thread, 'message'), ended]);
      if (outcome === undefined) {
        await rm(`${file}.partial`, { force: true });
        return { problem: STOPPED };
      }
      if ('bytes' in outcome) return outcome;
      log.error({ reason: outcome.reason }, 'the nightly backup failed');
      return { problem: outcome.problem ?? UNEXPECTED };
    } catch (error) {
      log.error({ err: error }, 'the nightly backup failed');
      return { problem: UNEXPECTED };
    } finally {
      this.closing.removeEventListener('abort', end);
      await thread.terminate();
    }
  }
}

/** The night of a moment, as a number that grows by one at `time` every day. */
function nightOf(at: Instant, time: string, timeZone: string): number {
  const { year, month, day, hour, minute } = zonedParts(at, timeZone);
  const isBefore = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}` < time;
  return Date.UTC(year, month - 1, day) / 86_400_000 - (isBefore ? 1 : 0);
}
