import type { WorkState } from '@portal/contract/system';
import { latestVerification } from '#features/audit-logs/index.ts';
import { isDead, lastNightlyBackup } from '#features/backups/index.ts';
import { lastCodeFile } from '#features/code-files/index.ts';
import { lastDatabaseCheck } from '#db/check/check-store.ts';
import { lastImport } from '#features/patient-imports/index.ts';
import type { Deps } from '#request/context.ts';
import { countDeliveries } from '#features/webhooks/index.ts';
import { jobStates } from './job-state-repo.ts';

/** How each kind of work without a request is doing, in all processes. */
export async function readWorkState({
  db,
  clock,
  config,
}: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<WorkState[]> {
  const now = clock.now();
  const states = new Map((await jobStates(db)).map((state) => [state.job, state]));
  const hasFailed = (job: string) => (states.get(job)?.problem ?? null) !== null;
  const auditCheck = await latestVerification(db, now);
  const databaseCheck = await lastDatabaseCheck(db, now);
  const backup = config.backup.nightly && (await lastNightlyBackup(db, now));
  const imports = await lastImport(db, now);
  const codeFiles = await lastCodeFile(db, now);
  const { waiting, failed } = await countDeliveries(db);
  return [
    state('maintenance', states.get('maintenance')?.endedAt, { hasFailed: hasFailed('maintenance') }),
    state('auditCheck', auditCheck?.finished_at, {
      isRunning: auditCheck?.outcome === 'running',
      hasFailed: auditCheck?.outcome === 'failed' || hasFailed('audit_check'),
    }),
    state('databaseCheck', databaseCheck?.finished_at, { hasFailed: hasFailed('database_check') }),
    ...(config.backup.nightly === undefined
      ? []
      : [
          state('backup', backup?.finished_at, {
            isRunning: backup?.outcome === 'running' && !isDead(backup, now),
            hasFailed: backup?.outcome === 'failed' || (backup !== undefined && isDead(backup, now)),
          }),
        ]),
    state('patientImports', imports.endedAt, { isRunning: imports.isRunning }),
    state('codeFiles', codeFiles.endedAt, { isRunning: codeFiles.isRunning }),
    state('webhooks', null, { queue: { waiting, failed } }),
  ];
}

const state = (
  name: WorkState['name'],
  endedAt: Date | null | undefined,
  more: Partial<WorkState>,
): WorkState => ({
  name,
  isRunning: false,
  endedAt: endedAt?.toISOString() ?? null,
  hasFailed: false,
  queue: null,
  ...more,
});
