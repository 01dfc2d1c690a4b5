import * as system from '@portal/contract/system';
import { todayIn } from '@portal/domain/date';
import { AppError } from '#platform/app-error.ts';
import type { Binder } from '#http/bind.ts';
import { systemStatus } from '#jobs/system-status.ts';

/** Binds the endpoints for health, readiness and the practice's public settings. */
export function bindSystem(binder: Binder): void {
  binder.bind(system.health, async () => ({ status: 'ok' as const }));
  binder.bind(system.ready, async (_input, { deps }) => {
    const status = await systemStatus(deps);
    if (status === 'Down') throw new AppError('UNAVAILABLE', { retryAfterSeconds: 2 });
    return { status };
  });
  binder.bind(system.practice, async (_input, { deps, now }) => ({
    ...deps.config.practice,
    today: todayIn(deps.config.practice.timeZone, now),
  }));
}
