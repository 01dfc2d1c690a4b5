import * as system from '@portal/contract/system';
import { AppError } from '#platform/app-error.ts';
import { clockState } from '#db/clock-watch.ts';
import { readBackupState } from '#features/backups/index.ts';
import type { Inspected } from './status-reasons.ts';
import { systemStatus } from './system-status.ts';
import { readWorkState } from './work-state.ts';
import { operation } from '#http/operation.ts';

export const health = operation(system.health, async () => ({ status: 'ok' as const }));
export const ready = (inspected: Inspected) =>
  operation(system.ready, async () => {
    const { status } = await systemStatus(inspected);
    if (status === 'Down') throw new AppError('UNAVAILABLE', { retryAfterSeconds: 2 });
    return { status };
  });
export const systemState = (inspected: Inspected) =>
  operation(system.systemState, async ({ deps }) => {
    const standby = await deps.reports.standbyState();
    const { isNightly, isRunning, isOverdue, last, failure, disks } = await readBackupState(deps);
    return {
      ...(await systemStatus(inspected)),
      clockProblem: await clockState(deps),
      backup: {
        isNightly,
        isRunning,
        isOverdue,
        lastGood: last === undefined ? null : { at: last.at.toISOString(), bytes: last.bytes },
        failure: failure === undefined ? null : { at: failure.at.toISOString(), problem: failure.problem },
      },
      disks,
      work: await readWorkState(deps),
      ...(standby === undefined ? {} : { standby }),
    };
  });
