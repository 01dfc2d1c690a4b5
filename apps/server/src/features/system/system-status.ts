import type { StatusReason, StatusReasonCode, SYSTEM_STATUSES } from '@portal/contract/dashboard';
import { isDatabaseUnavailable } from '#db/database-errors.ts';
import type { Db } from '#db/database.ts';
import { canWrite } from './status-repo.ts';
import { findReasons, reason, type Inspected } from './status-reasons.ts';

export type SystemStatus = (typeof SYSTEM_STATUSES)[number];

/** The status, and why it is not Healthy. */
export interface SystemReport {
  readonly status: SystemStatus;
  readonly reasons: StatusReason[];
}

/** Callers time out after two seconds. */
const PATIENCE_MS = 1_800;

/** What was found before the time was over. */
interface Progress {
  isAuditProven: boolean;
}

/** The reasons that were logged last, by database: every process logs a change once. */
const logged = new WeakMap<Db, string>();

/**
 * The system status from real checks, within two seconds. Healthy means that people can sign in, read and save: a transaction can
 * commit, and an entry can be appended to the audit log and read back. Down without that, and Degraded when anything else is wrong or
 * late, each with a reason. Logs every change.
 */
export async function systemStatus(deps: Inspected): Promise<SystemReport> {
  const progress: Progress = { isAuditProven: false };
  const { promise: late, resolve } = Promise.withResolvers<SystemReport>();
  const timer = setTimeout(() => resolve(lateReport(progress)), PATIENCE_MS);
  try {
    const report = await Promise.race([checkedStatus(deps, progress), late]);
    logChange(deps, report);
    return report;
  } finally {
    clearTimeout(timer);
  }
}

function lateReport({ isAuditProven }: Progress): SystemReport {
  return isAuditProven
    ? {
        status: 'Degraded',
        reasons: [reason('slow', 'Some checks of the system took longer than two seconds.')],
      }
    : {
        status: 'Down',
        reasons: [
          reason(
            'database',
            'The database or the audit log did not answer within two seconds. Nothing can be read or saved.',
          ),
        ],
      };
}

async function checkedStatus(deps: Inspected, progress: Progress): Promise<SystemReport> {
  try {
    if (!(await canWrite(deps.db)))
      return down('database', 'The database is read-only or its disk is full. Nothing can be saved.');
    const { down: fatal, degraded } = await findReasons(deps, () => (progress.isAuditProven = true));
    if (fatal !== undefined) return { status: 'Down', reasons: [fatal, ...degraded] };
    return { status: degraded.length === 0 ? 'Healthy' : 'Degraded', reasons: degraded };
  } catch (error) {
    if (isDatabaseUnavailable(error))
      return down('database', 'The database cannot be reached. Nothing can be read or saved.');
    throw error;
  }
}

const down = (code: StatusReasonCode, text: string): SystemReport => ({
  status: 'Down',
  reasons: [reason(code, text)],
});

function logChange({ db, log }: Inspected, { status, reasons }: SystemReport): void {
  const now = reasons.map(({ code }) => code).join();
  if (now === (logged.get(db) ?? '')) return;
  logged.set(db, now);
  if (status === 'Healthy') log.info('the system status is Healthy again');
  else log.warn({ status, reasons: reasons.map(({ text }) => text) }, 'the system status has changed');
}
