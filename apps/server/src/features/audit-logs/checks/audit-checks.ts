import type { FastifyBaseLogger } from 'fastify';
import {
  beginVerification,
  finishVerification,
  lastFinishedVerification,
  saveProgress,
  type VerificationRow,
} from './verification-repo.ts';
import type { ThreadDatabase } from '#audit/verify-thread.ts';
import { verifyAuditLog } from '#audit/verify.ts';
import type { Db } from '#db/database.ts';
import { BackgroundWork } from '#platform/background-work.ts';
import type { Clock } from '#platform/clock.ts';
import { isNightlyCheckDue } from '#platform/night.ts';
import { whileAlive } from '#platform/signs-of-life.ts';

interface Needs {
  readonly db: Db;
  readonly key: Buffer;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly database: ThreadDatabase;
  /** The practice’s time zone. */
  readonly timeZone: string;
}

/** Runs checks of the whole audit log, one at a time across all processes. One that closing ends is recorded as failed, which says nothing about the log. */
export class AuditChecks extends BackgroundWork {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    super();
    this.#needs = needs;
  }

  /** Starts a check and returns at once. Returns undefined when one is already running. */
  async begin(startedBy: string | null): Promise<VerificationRow | undefined> {
    const { db, clock } = this.#needs;
    this.closing.throwIfAborted();
    const starting = beginVerification(db, { now: clock.now(), startedBy });
    // Closing also waits for a check that is about to start.
    void this.start(async (closing) => {
      const row = await starting;
      if (row !== undefined) await this.#run(row.id, closing);
    });
    return starting;
  }

  /** Starts the nightly check if it is night and none has finished within 12 hours. */
  async beginNightly(): Promise<void> {
    const { db, clock, timeZone } = this.#needs;
    const now = clock.now();
    const last = await lastFinishedVerification(db, now);
    if (isNightlyCheckDue(now, timeZone, last?.started_at)) await this.begin(null);
  }

  async #run(id: string, signal: AbortSignal): Promise<void> {
    const { db, key, clock, log, database } = this.#needs;
    let state = { checked: 0, total: 0 };
    const saveState = async () => {
      if (state.total > 0) await saveProgress(db, id, { now: clock.now(), ...state });
    };
    try {
      const found = await whileAlive('auditCheck', saveState, {
        onFailure: (error) => log.warn({ err: error }, 'the progress of an audit check could not be saved'),
        run: () =>
          verifyAuditLog(db, key, {
            database,
            signal,
            onProgress: (checked, total) => void (state = { checked, total }),
          }),
      });
      await finishVerification(db, key, id, { now: clock.now(), found });
      if (found.firstBad === null) log.info({ entries: found.entries }, 'the audit log is intact');
      else log.error({ firstBad: found.firstBad }, 'the audit log was tampered with');
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'a check of the audit log could not be finished');
      await finishVerification(db, key, id, { now: clock.now(), found: null }).catch((failure: unknown) =>
        log.warn({ err: failure }, 'the failure of an audit log check could not be saved'),
      );
    }
  }
}
