import type { FastifyBaseLogger } from 'fastify';
import {
  beginVerification,
  finishVerification,
  lastFinishedVerification,
  saveProgress,
  type VerificationRow,
} from './verification-store.ts';
import type { ThreadDatabase } from './verify-thread.ts';
import { verifyAuditLog } from './verify.ts';
import type { Db } from '#db/database.ts';
import type { Clock } from '#platform/clock.ts';
import { isNightlyCheckDue } from '#platform/night.ts';

const PROGRESS_MS = 1_000;

interface Needs {
  readonly db: Db;
  readonly key: Buffer;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly database: ThreadDatabase;
  /** The practice’s time zone. */
  readonly timeZone: string;
}

/** Runs checks of the whole audit log in the background, one at a time across all processes. */
export class AuditChecks {
  readonly #needs: Needs;
  readonly #closing = new AbortController();
  #running: Promise<unknown> | undefined;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** Starts a check and returns at once. Returns undefined when one is already running. */
  async begin(startedBy: string | null): Promise<VerificationRow | undefined> {
    const { db, clock } = this.#needs;
    this.#closing.signal.throwIfAborted();
    const starting = beginVerification(db, { now: clock.now(), startedBy });
    // Closing also waits for a check that is about to start.
    this.#running = Promise.allSettled([this.#running, starting.then((row) => row && this.#run(row.id))]);
    return starting;
  }

  /** Starts the nightly check if it is night and none has finished within 12 hours. */
  async beginNightly(): Promise<void> {
    const { db, clock, timeZone } = this.#needs;
    const now = clock.now();
    const last = await lastFinishedVerification(db, now);
    if (isNightlyCheckDue(now, timeZone, last?.started_at)) await this.begin(null);
  }

  /** Resolves when no check is running in this process. */
  async settled(): Promise<void> {
    await this.#running;
  }

  /** Aborts a running check. It is recorded as failed, which says nothing about the log. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('The portal is closing'));
    await this.#running;
  }

  async #run(id: string): Promise<void> {
    const { db, key, clock, log, database } = this.#needs;
    const { signal } = this.#closing;
    let reported: Promise<void> = Promise.resolve();
    let state = { checked: 0, total: 0 };
    const timer = setInterval(() => {
      if (state.total === 0) return;
      reported = reported
        .then(() => saveProgress(db, id, { now: clock.now(), ...state }))
        .catch((error: unknown) =>
          log.warn({ err: error }, 'the progress of an audit check could not be saved'),
        );
    }, PROGRESS_MS);
    try {
      const found = await verifyAuditLog(db, key, {
        database,
        signal,
        onProgress: (checked, total) => void (state = { checked, total }),
      });
      await reported;
      await finishVerification(db, key, id, { now: clock.now(), found });
      if (found.firstBad === null) log.info({ entries: found.entries }, 'the audit log is intact');
      else log.error({ firstBad: found.firstBad }, 'the audit log was tampered with');
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'a check of the audit log could not be finished');
      await reported;
      await finishVerification(db, key, id, { now: clock.now(), found: null }).catch((failure: unknown) =>
        log.warn({ err: failure }, 'the failure of an audit log check could not be saved'),
      );
    } finally {
      clearInterval(timer);
    }
  }
}
