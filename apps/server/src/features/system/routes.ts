import * as system from '@portal/contract/system';
import { todayIn } from '@portal/domain/date';
import { AppError } from '#platform/app-error.ts';
import { clockState } from '#db/clock-watch.ts';
import type { Binder } from '#http/bind.ts';
import { readBackupState } from '#backup/backup-state.ts';
import { systemStatus } from '#jobs/system-status.ts';
import { readWorkState } from '#jobs/work-state.ts';

/** Binds the endpoints for health, readiness, the system's state and the practice's public settings. */
export function bindSystem(binder: Binder): void {
  binder.bind(system.health, async () => ({ status: 'ok' as const }));
  binder.bind(system.ready, async (_input, { deps }) => {
    const { status } = await systemStatus(deps);
    if (status === 'Down') throw new AppError('UNAVAILABLE', { retryAfterSeconds: 2 });
    return { status };
  });
  binder.bind(system.systemState, async (_input, { deps }) => {
    const { isNightly, isRunning, isOverdue, last, failure, disks } = await readBackupState(deps);
    return {
      ...(await systemStatus(deps)),
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
    };
  });
  binder.bind(system.practice, async (_input, { deps, now }) => ({
    ...deps.config.practice,
    today: todayIn(deps.config.practice.timeZone, now),
  }));
}
