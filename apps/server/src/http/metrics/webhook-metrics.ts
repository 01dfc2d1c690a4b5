import { Counter, type Registry } from 'prom-client';
import type { ProcessDeps } from '#jobs/process-deps.ts';
import { countDeliveries, OUTCOMES } from '#features/webhooks/index.ts';
import { addGauge } from './add-gauge.ts';

/**
 * Adds the tries of this process to deliver webhooks by their outcome, and what waits in the database. Returns a function that
 * reads the latter, for every scrape.
 */
export function addWebhookMetrics(
  registry: Registry,
  { db, log, clock, webhooks }: Pick<ProcessDeps, 'db' | 'log' | 'clock' | 'webhooks'>,
): () => Promise<void> {
  const tries = new Counter({
    name: 'portal_webhook_tries_total',
    help: 'Tries to deliver a message of a webhook: delivered, to be retried, or failed for good.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of OUTCOMES) tries.inc({ outcome }, 0);
  webhooks.observe((outcome) => tries.inc({ outcome }));
  const waiting = addGauge(registry, {
    name: 'portal_webhook_waiting',
    help: 'Deliveries of active webhooks that wait for their first or next try.',
  });
  const oldest = addGauge(registry, {
    name: 'portal_webhook_oldest_waiting_seconds',
    help: 'Age of the oldest delivery that waits; 0 if none does.',
  });
  const failed = addGauge(registry, {
    name: 'portal_webhook_failed',
    help: 'Deliveries that failed for good and were neither sent again nor discarded.',
  });
  return async () => {
    try {
      const counts = await countDeliveries(db);
      waiting.set(counts.waiting);
      failed.set(counts.failed);
      oldest.set(
        counts.oldest === null ? 0 : Math.max(0, (clock.now().getTime() - counts.oldest.getTime()) / 1000),
      );
    } catch (error) {
      log.warn({ err: error }, 'the metrics of webhooks could not be read from the database');
      // A last known value would look current.
      for (const gauge of [waiting, oldest, failed]) gauge.remove();
    }
  };
}
