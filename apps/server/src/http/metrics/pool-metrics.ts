import type { Pool } from 'pg';
import type { Registry } from 'prom-client';
import { addGauge } from './add-gauge.ts';

/** Adds the state of the pool of database connections. */
export function addPoolMetrics(registry: Registry, pool: Pool): void {
  addGauge(registry, {
    name: 'portal_database_pool_connections',
    help: 'Open database connections of this process. Idle ones are free for the next request.',
    labelNames: ['state'],
    collect() {
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
    },
  });
  addGauge(registry, {
    name: 'portal_database_pool_waiting',
    help: 'Requests that wait for a free database connection.',
    collect() {
      this.set(pool.waitingCount);
    },
  });
  addGauge(registry, {
    name: 'portal_database_pool_size',
    help: 'Most database connections that this process opens.',
  }).set(pool.options.max);
}
