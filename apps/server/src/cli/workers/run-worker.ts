import type { Worker } from 'node:cluster';
import type { Config } from '#platform/config.ts';
import { openPortal } from '#portal.ts';
import type { ServiceOptions } from '#services.ts';
import { explainError } from '../explain-error.ts';
import { ENDING_SIGNALS } from '../signals.ts';
import { STOP, type WorkerMessage } from './messages.ts';
import { sendMetrics } from './worker-metrics.ts';

/** Serves requests until the supervisor stops this worker. Without a supervisor, Node.js ends the process at once. */
export async function runWorker(worker: Worker, config: Config, options: ServiceOptions): Promise<number> {
  // Ctrl-C in a terminal reaches all processes, but the supervisor ends its workers.
  for (const name of ENDING_SIGNALS) process.on(name, () => undefined);
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  worker.on('message', (message: unknown) => {
    if (message === STOP) stop();
  });
  const report = (message: WorkerMessage) => worker.send(message);
  try {
    const portal = await openPortal(config, { ...options, isWorker: true });
    if (portal.metrics !== undefined) sendMetrics(worker, portal.metrics, options.log);
    try {
      report({ listening: await portal.listen() });
      await stopped;
    } finally {
      await portal.close();
    }
    return 0;
  } catch (error) {
    const sentence = explainError(error);
    if (sentence === undefined) console.error(error);
    report({ failed: sentence ?? 'A worker could not start or stop; its error is above.' });
    return 1;
  } finally {
    worker.disconnect();
  }
}
