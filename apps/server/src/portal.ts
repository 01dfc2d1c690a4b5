import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { recordWorkRules } from '#features/timecards/index.ts';
import { keepTime } from '#jobs/keep-time.ts';
import { startMaintenance } from '#jobs/maintenance.ts';
import type { ProcessDeps } from '#jobs/process-deps.ts';
import type { Config } from '#platform/config.ts';
import type { PortalMetrics } from '#http/metrics/portal-metrics.ts';
import { openServices, type ServiceOptions } from './services.ts';

/** A portal with an open and migrated database. Call `listen` to serve requests. */
export interface Portal {
  readonly deps: ProcessDeps;
  readonly app: FastifyInstance;
  /** Undefined unless there is a port for them. */
  readonly metrics: PortalMetrics | undefined;
  /** Starts listening and returns the address, e.g. `http://127.0.0.1:3000`. */
  listen(): Promise<string>;
  /** Finishes running requests, then closes live connections, the pool and an embedded database. */
  close(): Promise<void>;
}

/** Opens the services and builds the portal. Closes everything again when it fails. */
export async function openPortal(config: Config, options: ServiceOptions): Promise<Portal> {
  const services = await openServices(config, options);
  const { deps, metrics } = services;
  try {
    const app = await buildApp(deps, metrics);
    services.onClose(() => app.close());
    await app.ready();
    return {
      deps,
      app,
      metrics,
      close: () => services.close(),
      listen: async () => {
        services.onClose(keepTime(deps));
        services.onClose(collectAfterStart());
        if (options.isWorker === true) return app.listen({ port: config.port, host: config.host });
        await recordWorkRules(deps);
        if (metrics !== undefined) services.onClose(await metrics.serve('portal'));
        const address = await app.listen({ port: config.port, host: config.host });
        services.onClose(startMaintenance(deps, metrics?.addJobs()));
        deps.webhooks.begin(deps.notifier);
        return address;
      },
    };
  } catch (error) {
    await services.close();
    throw error;
  }
}

/** V8 only gives memory back to the system when little has been allocated for some seconds. */
const QUIET_MS = 10_000;

const collect = () => globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });

/**
 * Frees, once, memory that only the start needed; otherwise an idle portal would keep it. This pauses the process for 0.1 to 0.2 s. Needs
 * `--expose-gc`. Returns a function that cancels it.
 */
function collectAfterStart(): () => void {
  const timer = setTimeout(collect, QUIET_MS).unref();
  return () => clearTimeout(timer);
}
