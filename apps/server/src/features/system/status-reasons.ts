import { STATUS_REASONS, type StatusReason, type StatusReasonCode } from '@portal/contract/dashboard';
import type { FastifyBaseLogger } from 'fastify';
import { AuditUnavailable } from '#audit/append.ts';
import type { AuditProbe } from '#audit/audit-probe.ts';
import { chainEndsAreIntact } from '#audit/chain-ends.ts';
import { lastFinishedVerification } from '#features/audit-logs/index.ts';
import { readBackupState, type BackupState } from '#features/backups/index.ts';
import { formatBytes } from '#platform/sizes.ts';
import { clockState, type Clocks } from '#db/clock-watch.ts';
import type { Notifier } from '#db/notifier.ts';
import { isDatabaseUnavailable } from '#db/database-errors.ts';
import type { Db } from '#db/database.ts';
import { lastDatabaseCheck } from '#db/check/check-store.ts';
import type { FileProblems } from '#files/file-storage.ts';
import type { Deps } from '#request/context.ts';
import { jobStates } from './job-state-repo.ts';
import { missingPartitions } from './status-repo.ts';

/** What the status is made from. */
export type Inspected = Pick<Deps, 'config' | 'db' | 'keys' | 'clock' | 'databaseTime'> & {
  readonly log: FastifyBaseLogger;
  readonly auditProbe: Pick<AuditProbe, 'check'>;
  readonly notifier: Pick<Notifier, 'connected'>;
  readonly files: Pick<Deps['files'], 'findProblems'>;
};

/** Why the system is not Healthy. */
export const reason = (code: StatusReasonCode, text: string): StatusReason => ({
  code,
  summary: STATUS_REASONS[code],
  text,
});

/**
 * Everything that is wrong, most serious first. `down`: nobody can work. `onProven` is called when the audit log was written and
 * read. Throws errors of a database that cannot be reached.
 */
export async function findReasons(
  deps: Inspected,
  onProven: () => void,
): Promise<{ down: StatusReason | undefined; degraded: StatusReason[] }> {
  const { db, keys, clock, auditProbe } = deps;
  const now = clock.now();
  const missing = await missingPartitions(db, now);
  const blocked = await auditProblem(auditProbe, missing);
  // The other checks read the audit log, too.
  if (blocked !== undefined) return { down: blocked, degraded: [] };
  onProven();
  const found: (StatusReason | undefined)[] = [
    missing.length > 0
      ? reason(
          'partition',
          `The audit log has no partition for ${missing.join(' and ')}. Maintenance creates it; see the log of the server.`,
        )
      : undefined,
    (await chainEndsAreIntact(db, keys.audit))
      ? undefined
      : reason(
          'auditChains',
          'The ends of the audit log do not match its key. Run: npm run portal -- verify-audit',
        ),
    (await lastFinishedVerification(db, now))?.outcome === 'tampered'
      ? reason(
          'auditTampered',
          'The last check of the audit log found that it was tampered with. See Audit Logs.',
        )
      : undefined,
    await damageReason(db, now),
    deps.notifier.connected
      ? undefined
      : reason(
          'live',
          'The live connection to the database is lost. Open pages do not update by themselves until it is back.',
        ),
    ...fileReasons(await deps.files.findProblems()),
    ...(await clockReasons(deps)),
    ...backupReasons(await readBackupState(deps)),
    ...(await jobReasons(db)),
  ];
  return { down: undefined, degraded: found.filter((each) => each !== undefined) };
}

async function auditProblem(
  probe: Inspected['auditProbe'],
  missing: readonly string[],
): Promise<StatusReason | undefined> {
  try {
    await probe.check();
    return undefined;
  } catch (error) {
    const cause = error instanceof AuditUnavailable ? error.cause : error;
    if (isDatabaseUnavailable(cause)) throw cause;
    const why = missing.length > 0 ? ` It has no partition for ${missing.join(' and ')}.` : '';
    return reason(
      'audit',
      `The audit log cannot be written or read, so everything is refused.${why} Run: npm run portal -- doctor`,
    );
  }
}

async function damageReason(db: Db, now: Date): Promise<StatusReason | undefined> {
  const { damaged = [] } = (await lastDatabaseCheck(db, now)) ?? {};
  if (damaged.length === 0) return undefined;
  return reason(
    'databaseDamaged',
    `The last check of the database found damage: ${damaged.join(', ')}. Check the disk, restore the last good backup, then run: npm run portal -- doctor --database`,
  );
}

const count = (files: number) => (files === 1 ? '1 document' : `${files} documents`);

function fileReasons({ isUnavailable, missing, damaged }: FileProblems): StatusReason[] {
  const found = (code: 'missingFiles' | 'damagedFiles', text: string) =>
    reason(code, `${text} Restore the files from a backup, then run: npm run portal -- doctor --files`);
  return [
    ...(isUnavailable
      ? [
          reason(
            'storage',
            'The file store cannot be used, so documents can be neither opened nor uploaded. Check its disk or bucket.',
          ),
        ]
      : []),
    ...(missing > 0 ? [found('missingFiles', `The files of ${count(missing)} are missing.`)] : []),
    ...(damaged > 0 ? [found('damagedFiles', `The files of ${count(damaged)} are damaged.`)] : []),
  ];
}

async function clockReasons(clocks: Clocks): Promise<StatusReason[]> {
  const problem = await clockState(clocks);
  return problem === null ? [] : [reason('clock', problem)];
}

function backupReasons({ isOverdue, failure, disks }: BackupState): StatusReason[] {
  return [
    ...(failure === undefined
      ? []
      : [reason('backupFailed', `The last nightly backup failed: ${failure.problem}`)]),
    ...(isOverdue ? [reason('backupOverdue', 'No backup was completed in the last 26 hours.')] : []),
    ...disks
      .filter(({ isLow }) => isLow)
      .map(({ use, freeBytes }) =>
        reason(
          'disk',
          `The disk for ${use} has only ${formatBytes(freeBytes)} free. Free some space, or use a larger disk.`,
        ),
      ),
  ];
}

async function jobReasons(db: Db): Promise<StatusReason[]> {
  return (await jobStates(db)).flatMap(({ job, endedAt, problem }) =>
    problem === null
      ? []
      : [
          reason(
            'job',
            `The job ${job} failed at ${endedAt.toISOString()}: ${problem} It runs again every ten minutes.`,
          ),
        ],
  );
}
