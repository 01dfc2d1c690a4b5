import type { Worker } from 'node:cluster';
import type { FastifyBaseLogger } from 'fastify';
import type { PortalMetrics } from '#http/metrics/portal-metrics.ts';
import type { CollectedMetrics } from '#http/metrics/render-metrics.ts';

/** From the supervisor to a worker: send your metrics. */
const COLLECT = 'metrics';
/** From a worker to the supervisor. */
interface Answer {
  readonly metrics: CollectedMetrics;
}
/** A worker that takes longer is busy; Prometheus waits for ten seconds. */
const PATIENCE_MS = 3_000;

const isAnswer = (message: unknown): message is Answer =>
  typeof message === 'object' && message !== null && 'metrics' in message;

/** In a worker: sends its metrics when the supervisor asks for them. */
export function sendMetrics(worker: Worker, portalMetrics: PortalMetrics, log: FastifyBaseLogger): void {
  worker.on('message', (message: unknown) => {
    if (message !== COLLECT) return;
    portalMetrics
      .collect()
      .then((metrics) => worker.send({ metrics } satisfies Answer))
      .catch((error: unknown) => log.error({ err: error }, 'the metrics could not be collected'));
  });
}

/** In the supervisor: the metrics of a worker, or undefined if it ends or does not answer. */
export async function metricsOf(worker: Worker): Promise<CollectedMetrics | undefined> {
  const { promise, resolve } = Promise.withResolvers<CollectedMetrics | undefined>();
  const giveUp = () => resolve(undefined);
  const listen = (message: unknown) => {
    if (isAnswer(message)) resolve(message.metrics);
  };
  const timer = setTimeout(giveUp, PATIENCE_MS);
  worker.on('message', listen).once('exit', giveUp);
  worker.send(COLLECT, (error) => error !== null && giveUp());
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    worker.off('message', listen).off('exit', giveUp);
  }
}
