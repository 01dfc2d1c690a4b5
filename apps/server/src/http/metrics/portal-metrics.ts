import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { JobObserver } from '#jobs/maintenance.ts';
import type { ProcessDeps } from '#jobs/process-deps.ts';
import type { Config } from '#platform/config.ts';
import manifest from '../../../package.json' with { type: 'json' };
import { addGauge } from './add-gauge.ts';
import { addAuditMetrics } from './audit-metrics.ts';
import { countCalls } from './call-metrics.ts';
import { observeJobs } from './job-metrics.ts';
import { addPoolMetrics } from './pool-metrics.ts';
import { addPracticeMetrics } from './practice-metrics.ts';
import { addWebhookMetrics } from './webhook-metrics.ts';
import { serveMetrics } from './metrics-server.ts';
import type { CollectedMetrics } from './render-metrics.ts';

/**
 * The Prometheus metrics of one process. They contain no names, ids or anything else of a record or a user, because
 * many people can see a dashboard. Only a process with `METRICS_PORT` creates them.
 */
export class PortalMetrics {
  readonly #registry = new Registry();
  readonly #deps: ProcessDeps;

  readonly #address: NonNullable<Config['metrics']>;
  #refresh = async (): Promise<void> => undefined;

  constructor({
    deps,
    pool,
    address,
  }: {
    deps: ProcessDeps;
    pool: Pool;
    address: NonNullable<Config['metrics']>;
  }) {
    this.#deps = deps;
    this.#address = address;
    collectDefaultMetrics({ register: this.#registry });
    addGauge(this.#registry, {
      name: 'portal_build_info',
      help: 'Version of the portal. The value is always 1.',
      labelNames: ['version'],
    }).set({ version: manifest.version }, 1);
    addPoolMetrics(this.#registry, pool);
    addAuditMetrics(this.#registry, deps.readRecorder);
  }

  /** Counts every call of the app. Call it before any route is added. */
  countCalls(app: FastifyInstance): void {
    countCalls(this.#registry, app);
  }

  /** Adds the number of connected live clients. */
  addLiveClients(count: () => number): void {
    addGauge(this.#registry, {
      name: 'portal_live_clients',
      help: 'Browsers connected to the live feed.',
      collect() {
        this.set(count());
      },
    });
  }

  /** Adds what only one process of a portal reports: its periodic jobs, and what the database knows about the practice. */
  addJobs(): JobObserver {
    const practice = addPracticeMetrics(this.#registry, this.#deps);
    const webhooks = addWebhookMetrics(this.#registry, this.#deps);
    this.#refresh = async () => {
      await practice();
      await webhooks();
    };
    return observeJobs(this.#registry);
  }

  /**
   * Serves the metrics of this process, and those that `others` returns by the name of their process. Returns a function
   * that stops it. Throws `OperatorError` when the address cannot be used.
   */
  serve(name: string, others?: () => Promise<ReadonlyMap<string, CollectedMetrics>>): Promise<() => void> {
    return serveMetrics({
      ...this.#address,
      log: this.#deps.log,
      collect: async () => new Map([[name, await this.collect()], ...((await others?.()) ?? [])]),
    });
  }

  /** The current values. */
  async collect(): Promise<CollectedMetrics> {
    await this.#refresh();
    return this.#registry.getMetricsAsJSON();
  }
}
