import type { Registry } from 'prom-client';
import { STATUS_REASONS } from '@portal/contract/dashboard';
import { lastFinishedVerification } from '#features/audit-logs/index.ts';
import { lastGoodBackup } from '#features/backups/index.ts';
import { lastDatabaseCheck } from '#db/check/check-store.ts';
import { clockState } from '#db/clock-watch.ts';
import { systemStatus } from '#features/system/index.ts';
import type { ProcessDeps } from '#jobs/process-deps.ts';
import { addGauge } from './add-gauge.ts';

/**
 * Adds what the database knows about the whole portal: the last checks of the audit log and the database, the last good backup and whether the clock is trusted.
 * Returns a function that reads the values, for every scrape.
 */
export function addPracticeMetrics(registry: Registry, deps: ProcessDeps): () => Promise<void> {
  const checkedAt = addGauge(registry, {
    name: 'portal_audit_verification_timestamp_seconds',
    help: 'When the last full check of the audit log that had a result ended. Missing before the first one.',
  });
  const intact = addGauge(registry, {
    name: 'portal_audit_verification_intact',
    help: 'Whether the last full check found the audit log intact (1) or tampered with (0). Missing before the first one.',
  });
  const databaseCheckedAt = addGauge(registry, {
    name: 'portal_database_check_timestamp_seconds',
    help: 'When the last full check of the database ended. Missing before the first one.',
  });
  const databaseIntact = addGauge(registry, {
    name: 'portal_database_intact',
    help: 'Whether the last full check found the database intact (1) or damaged (0). Missing before the first one.',
  });
  const backedUpAt = addGauge(registry, {
    name: 'portal_backup_last_good_timestamp_seconds',
    help: 'When the last good backup was completed. Missing before the first one.',
  });
  const clockTrusted = addGauge(registry, {
    name: 'portal_clock_trusted',
    help: 'Whether the clock continues from when the portal last ran and agrees with the database (1) or not (0).',
  });
  const healthy = addGauge(registry, {
    name: 'portal_healthy',
    help: 'Whether the system status is Healthy (1) or not (0).',
  });
  const reasonOf = addGauge(registry, {
    name: 'portal_status_reason',
    help: 'Whether this is a reason why the system status is not Healthy (1) or not (0).',
    labelNames: ['reason'],
  });
  const up = addGauge(registry, {
    name: 'portal_database_up',
    help: 'Whether the database answered the queries of these metrics (1) or not (0).',
  });
  return async () => {
    // Gauges without labels begin at 0, which would be a result.
    for (const gauge of [checkedAt, intact, databaseCheckedAt, databaseIntact, backedUpAt, clockTrusted])
      gauge.remove();
    const { db, clock, log } = deps;
    const now = clock.now();
    try {
      const { status, reasons } = await systemStatus(deps);
      healthy.set(status === 'Healthy' ? 1 : 0);
      for (const code of Object.keys(STATUS_REASONS))
        reasonOf.set({ reason: code }, reasons.some((each) => each.code === code) ? 1 : 0);
      const check = await lastFinishedVerification(db, now);
      const pages = await lastDatabaseCheck(db, now);
      const backup = await lastGoodBackup(db, now);
      clockTrusted.set((await clockState(deps)) === null ? 1 : 0);
      up.set(1);
      if (check !== undefined) {
        checkedAt.set((check.finished_at ?? check.started_at).getTime() / 1000);
        intact.set(check.outcome === 'intact' ? 1 : 0);
      }
      if (pages !== undefined) {
        databaseCheckedAt.set(pages.finished_at.getTime() / 1000);
        databaseIntact.set(pages.damaged.length === 0 ? 1 : 0);
      }
      if (backup !== undefined) backedUpAt.set((backup.finished_at ?? backup.started_at).getTime() / 1000);
    } catch (error) {
      log.warn({ err: error }, 'the metrics could not be read from the database');
      up.set(0);
    }
  };
}
