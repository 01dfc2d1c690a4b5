import type { Config } from '#platform/config.ts';
import { openServices, type ServiceOptions } from '#services.ts';
import { recordWorkRules } from '#features/timecards/index.ts';
import { keepTime } from '#jobs/keep-time.ts';
import { startMaintenance } from '#jobs/maintenance.ts';
import type { ProcessDeps } from '#jobs/process-deps.ts';
import { WorkerProcesses } from './worker-processes.ts';

/** Enough for maintenance and the demo practice; the workers have the pools for requests. */
const POOL_SIZE = 4;

/** A portal whose requests are served by workers. */
export interface Supervisor {
  readonly deps: ProcessDeps;
  /** Starts the workers and returns their address. */
  listen(): Promise<string>;
  /** Rejects when workers end again and again. */
  readonly failed: Promise<never>;
  /** Lets the workers finish, then closes the database. */
  close(): Promise<void>;
}

/** Opens and migrates the database for the workers and runs maintenance. The workers serve the requests. */
export async function openSupervisor(config: Config, options: ServiceOptions): Promise<Supervisor> {
  const services = await openServices(config, { ...options, poolSize: POOL_SIZE });
  const { deps, access, metrics } = services;
  const workers = new WorkerProcesses({
    count: config.workers,
    environment: { DATABASE_URL: access.appUrl, MIGRATION_DATABASE_URL: access.ownerUrl },
    log: options.log,
  });
  return {
    deps,
    close: () => services.close(),
    failed: workers.failed,
    listen: async () => {
      services.onClose(() => workers.stop());
      await recordWorkRules(deps);
      services.onClose(keepTime(deps));
      if (metrics !== undefined)
        services.onClose(await metrics.serve('supervisor', () => workers.collectMetrics()));
      const address = await workers.start();
      services.onClose(startMaintenance(deps, metrics?.addJobs()));
      deps.webhooks.begin(deps.notifier);
      return address;
    },
  };
}
