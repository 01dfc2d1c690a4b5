import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { RequestCounts } from '#http/shared-counts.ts';
import { CommandError } from '../command-error.ts';
import type { CollectedMetrics } from '#http/metrics/render-metrics.ts';
import { isWorkerMessage, STOP } from './messages.ts';
import { metricsOf } from './worker-metrics.ts';

/** A worker that ends sooner has ended right after its start. */
const STEADY_MS = 30_000;
/** Number of times in a row that a worker may end right after its start. */
const MAX_QUICK_ENDS = 6;
/** Delay before the first restart; it doubles with every quick end. */
const BACKOFF_MS = 100;

interface WorkerEnd {
  readonly code: number | null;
  readonly signal: string | null;
}

interface Options {
  readonly count: number;
  /** Settings of the workers that differ from those of this process. */
  readonly environment: Readonly<Record<string, string>>;
  readonly log: FastifyBaseLogger;
}

/** The workers of a portal: processes of the same command that share its port. Restarts those that end. */
export class WorkerProcesses {
  readonly #options: Options;
  readonly #counts = new RequestCounts();
  /** By their place, from 1. A restarted worker takes the place of the one that ended. */
  readonly #running = new Map<number, Worker>();
  readonly #serving = new Set<Worker>();
  readonly #stopping = new AbortController();
  readonly #listening = Promise.withResolvers<string>();
  readonly #failed = Promise.withResolvers<never>();
  /** Resolves when no worker runs or will be started. */
  #places: Promise<unknown> = Promise.resolve();
  #started = 0;

  constructor(options: Options) {
    this.#options = options;
    // Nobody waits for it while the portal is closing.
    this.#failed.promise.catch(() => undefined);
  }

  /** Rejects when a worker cannot start or ends again and again. */
  get failed(): Promise<never> {
    return this.#failed.promise;
  }

  /** Starts the workers. Resolves with their address when all of them are listening. */
  start(): Promise<string> {
    // The operating system distributes connections: Node.js would lose those it has handed to a worker that dies.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    this.#places = Promise.all(
      Array.from({ length: this.#options.count }, (_, index) => this.#keepRunning(index + 1)),
    );
    return Promise.race([this.#listening.promise, this.failed]);
  }

  /** Lets the workers finish running requests. Resolves when all have ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const worker of this.#running.values()) this.#send(worker, STOP);
    await this.#places;
  }

  /** The metrics of the workers that serve requests. */
  async collectMetrics(): Promise<ReadonlyMap<string, CollectedMetrics>> {
    const serving = [...this.#running].filter(([, worker]) => this.#serving.has(worker));
    const collected = await Promise.all(
      serving.map(async ([place, worker]) => [`worker-${place}`, await metricsOf(worker)] as const),
    );
    return new Map(collected.flatMap(([name, metrics]) => (metrics === undefined ? [] : [[name, metrics]])));
  }

  /** Runs one worker after the other. */
  async #keepRunning(place: number): Promise<void> {
    const { signal } = this.#stopping;
    for (let quickEnds = 0; !signal.aborted;) {
      const start = performance.now();
      const end = await this.#run(place);
      if (signal.aborted) return;
      quickEnds = performance.now() - start < STEADY_MS ? quickEnds + 1 : 1;
      this.#options.log.error(end, 'a worker ended unexpectedly');
      if (quickEnds === MAX_QUICK_ENDS) {
        this.#failed.reject(
          new CommandError(
            `A worker ended ${MAX_QUICK_ENDS} times right after its start. The log above says why.`,
          ),
        );
        return;
      }
      await sleep(BACKOFF_MS * 2 ** (quickEnds - 1), undefined, { signal }).catch(() => undefined);
    }
  }

  /** Runs one worker until it ends. */
  #run(place: number): Promise<WorkerEnd> {
    const { environment, log } = this.#options;
    // A setting that this process has read from a file is not read again.
    const files = Object.keys(environment).map((name) => [`${name}_FILE`, ''] as const);
    const worker = cluster.fork({ ...environment, ...Object.fromEntries(files) });
    log.info({ worker: worker.process.pid }, 'a worker was started');
    this.#running.set(place, worker);
    this.#counts.serve(worker);
    worker.on('message', (message: unknown) => {
      if (!isWorkerMessage(message)) return;
      if ('listening' in message) this.#isListening(worker, message.listening);
      else if (this.#started < this.#options.count) this.#failed.reject(new CommandError(message.failed));
      else log.error({ reason: message.failed }, 'a worker failed');
    });
    return new Promise((resolve) => {
      const ended = (end: WorkerEnd) => {
        this.#running.delete(place);
        this.#serving.delete(worker);
        resolve(end);
      };
      worker.once('exit', (code: number | null, signal: string | null) => ended({ code, signal }));
      worker.on('error', (error) => {
        log.error({ err: error }, 'a worker could not be started or reached');
        if (worker.process.pid === undefined) ended({ code: null, signal: null });
      });
    });
  }

  #isListening(worker: Worker, address: string): void {
    // It may have missed an earlier message.
    if (this.#stopping.signal.aborted) this.#send(worker, STOP);
    this.#serving.add(worker);
    this.#started += 1;
    if (this.#started === this.#options.count) this.#listening.resolve(address);
  }

  /** A worker that has ended is not reached, which its `exit` event reports. */
  #send(worker: Worker, message: string): void {
    worker.send(message, () => undefined);
  }
}
