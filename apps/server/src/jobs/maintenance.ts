import { todayIn } from '@portal/domain/date';
import { FORM_DRAFT_DAYS } from '@portal/domain/form-drafts';
import { NOTIFICATION_DAYS } from '@portal/domain/notification';
import { sql } from 'kysely';
import { recordUnknownSignIns } from '#authz/unknown-sign-ins.ts';
import { removeDeadBackups } from '#features/backups/index.ts';
import { otherClocks } from '#db/other-clocks.ts';
import { watchClock } from '#db/clock-watch.ts';
import type { Database } from '#db/schema.ts';
import { ensureAuditPartitions } from '#db/migration/migrate.ts';
import { transact } from '#db/open-transaction.ts';
import { countCodeUses } from '#features/billing-codes/index.ts';
import { removeOldCodeFiles } from '#features/code-files/index.ts';
import { announceEndingEditions } from '#features/code-changes/index.ts';
import { removeFiles } from '#features/documents/index.ts';
import { removeImportFiles } from '#features/patient-imports/index.ts';
import { announceExpiringOverrides, removeExpiredOverrides } from '#features/permissions/index.ts';
import { saveJobEnd } from '#features/system/index.ts';
import { removeOldDeliveries } from '#features/webhooks/index.ts';
import { BackgroundWork } from '#platform/background-work.ts';
import { systemClock, type Clock } from '#platform/clock.ts';
import type { OtherClock } from '#platform/clock-trust.ts';
import { latestPast } from '#platform/time-limits.ts';
import type { Deps } from '#request/context.ts';
import type { ProcessDeps } from './process-deps.ts';

const EVERY_MS = 10 * 60_000;
const DAY_MS = 24 * 3_600_000;

/** Records that are removed when a time in them is this many days ago. */
const OLD: readonly {
  [T in keyof Database]: readonly [table: T, column: Extract<keyof Database[T], string>, days: number];
}[keyof Database][] = [
  ['idempotency_keys', 'created_at', 1],
  ['login_failures', 'first_failure_at', 1],
  ['used_live_tickets', 'expires_at', 0],
  ['sso_sign_ins', 'expires_at', 0],
  ['sso_tickets', 'expires_at', 0],
  ['sessions', 'expires_at', 90],
  ['activities', 'at', 30],
  ['notifications', 'at', NOTIFICATION_DAYS],
  ['passkey_challenges', 'expires_at', 0],
  ['dictation_print_batches', 'expires_at', 0],
  ['dictation_drafts', 'updated_at', 30],
  ['form_drafts', 'updated_at', FORM_DRAFT_DAYS],
];

/**
 * Removes expired records and code files that were not loaded, counts the uses of billing codes once a day, announces permission overrides and
 * editions of code files that end, records ended overrides, finishes deletions of documents and files of imports, and creates the audit
 * partitions of the next months. Only one process runs it at a time.
 */
export async function runMaintenance({
  db,
  clock,
  keys,
  files,
  config,
}: Pick<Deps, 'db' | 'keys' | 'files' | 'config'> & { readonly clock: Clock }): Promise<void> {
  const now = clock.now();
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await transact(db, async (tx) => {
    const lock = await sql<{
      taken: boolean;
    }>`select pg_try_advisory_xact_lock(hashtext('medical-portal-maintenance')) as taken`.execute(tx);
    if (lock.rows[0]?.taken !== true) return;
    for (const [table, column, days] of OLD)
      await sql`delete from ${sql.table(table)} where ${sql.ref(column)} < ${before(days)}`.execute(tx);
    await tx.deleteFrom('idempotency_keys').where('created_at', '>', latestPast(now)).execute();
    await recordUnknownSignIns(tx, { auditKey: keys.audit, now });
    await removeOldDeliveries(tx, now);
    await ensureAuditPartitions(tx, now);
    await countCodeUses(tx, now);
    await announceExpiringOverrides(tx, now);
    await announceEndingEditions(tx, todayIn(config.practice.timeZone, now), now);
    await removeExpiredOverrides(tx, { auditKey: keys.audit, now });
  });
  await removeImportFiles(db, now);
  await removeOldCodeFiles(db, now);
  await removeFiles(db, files, now);
  await removeDeadBackups(db, now);
}

/**
 * Runs the maintenance unless the clock is in doubt: records would be removed, and permission overrides would end, before
 * their time. `others`: clocks to compare with.
 */
export async function maintain(deps: ProcessDeps, others: readonly OtherClock[]): Promise<void> {
  const { db, clock, log } = deps;
  const now = clock.local.now();
  const problem = await watchClock(db, now, others);
  if (problem === null) return runMaintenance(deps);
  log.warn({ problem }, 'the clock is in doubt, so nothing is removed because of its age');
  await transact(db, (tx) => ensureAuditPartitions(tx, now));
}

/** What runs every ten minutes, though not everything is due each time, and what the log says when it fails. */
const PERIODIC = {
  maintenance: {
    run: async (deps: ProcessDeps) =>
      maintain(deps, deps.clock.local === systemClock ? await otherClocks(deps) : []),
    failure: 'maintenance failed; it runs again in ten minutes',
  },
  audit_check: {
    run: ({ auditChecks }: ProcessDeps) => auditChecks.beginNightly(),
    failure: 'the audit log could not be checked; trying again later',
  },
  database_check: {
    run: ({ databaseChecks }: ProcessDeps) => databaseChecks.runIfDue(),
    failure: 'the database could not be checked; trying again later',
  },
  backup: {
    run: async ({ backups }: ProcessDeps) => (await backups.beginIfDue()).ended,
    failure: 'the nightly backup failed; trying again later',
  },
} as const;
export type Job = keyof typeof PERIODIC;
export const JOBS = ['maintenance', 'audit_check', 'database_check', 'backup'] as const satisfies Job[];

/** Notified when a run of a job begins; the promise ends with it. */
export type JobObserver = (job: Job, run: Promise<void>) => Promise<void>;

/** Runs the jobs now and every ten minutes, each one at a time. Returns a function that begins no other run. */
export function startMaintenance(deps: ProcessDeps, observe?: JobObserver): () => void {
  const work = new BackgroundWork();
  for (const job of JOBS)
    work.repeat(async () => {
      const run = PERIODIC[job].run(deps);
      void observe?.(job, run);
      await recordEnd(deps, job, run);
      return EVERY_MS;
    });
  return () => void work.close();
}

/** Logs how a job ended and stores it for the system status. A backup is a record of its own. */
async function recordEnd({ db, clock, log }: ProcessDeps, job: Job, run: Promise<void>): Promise<void> {
  let problem: string | null = null;
  try {
    await run;
  } catch (error) {
    log.warn({ err: error }, PERIODIC[job].failure);
    problem = 'The log of the server has the details.';
  }
  if (job === 'backup') return;
  try {
    await saveJobEnd(db, { job, endedAt: clock.now(), problem });
  } catch (error) {
    log.warn({ err: error, job }, 'the end of a job could not be stored');
  }
}
