import { availableParallelism } from 'node:os';
import type { FastifyBaseLogger } from 'fastify';
import pLimit from 'p-limit';
import { Piscina } from 'piscina';
import { AppError } from './app-error.ts';
import type { runTask, ThreadTask } from './worker-thread.ts';

/** Half of the cores, at most two: the main thread and the database need the rest. */
const THREADS = Math.min(2, Math.max(1, Math.floor(availableParallelism() / 2)));
const MAX_WAITING = 50;
const IDLE_MS = 5 * 60_000;
const MEMORY_MB = 512;

/** A function that runs in a worker thread. Its file is loaded only there. */
export type ThreadWork = Pick<ThreadTask, 'file' | 'name'>;

/**
 * Runs long synchronous work, such as drawing a PDF, in worker threads, so that the main thread keeps serving requests. Threads start
 * with the first task and end when idle. They have no database, no keys and no environment variables.
 */
export class WorkerThreads {
  readonly #pool: Piscina<ThreadTask, Awaited<ReturnType<typeof runTask>>>;
  // Piscina's own queue has no bound for tasks that can be aborted, and stops when the last thread ends.
  readonly #turns = pLimit(THREADS);

  constructor(log: FastifyBaseLogger, memoryMb: number = MEMORY_MB) {
    this.#pool = new Piscina({
      filename: new URL('./worker-thread.ts', import.meta.url).href,
      name: 'runTask',
      minThreads: 0,
      maxThreads: THREADS,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      env: {},
    });
    this.#pool.on('error', (error) =>
      log.warn({ err: withoutMessage(error) }, 'an idle worker thread ended'),
    );
  }

  /**
   * Calls the function with a copy of `input`; a returned byte array is moved, not copied. An aborted signal ends the work. Throws UNAVAILABLE
   * when too much work is waiting.
   */
  async run<F extends (input: never) => Promise<unknown>>(
    work: ThreadWork,
    input: Parameters<F>[0],
    signal?: AbortSignal,
  ): Promise<Awaited<ReturnType<F>>> {
    if (this.#turns.pendingCount >= MAX_WAITING) throw new AppError('UNAVAILABLE', { retryAfterSeconds: 5 });
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the result of a function of type F
      return (await this.#turns(() =>
        this.#pool.run({ ...work, input }, { signal: signal ?? null }),
      )) as Awaited<ReturnType<F>>;
    } catch (error) {
      if (signal?.aborted === true)
        throw new AppError('BAD_REQUEST', { message: 'The client disconnected.', cause: error });
      throw withoutMessage(error);
    }
  }

  /** Ends all threads and what they are doing. */
  close(): Promise<void> {
    return this.#pool.destroy();
  }
}

/** The error for the log. Its message is replaced, because it could quote the input, which can be health data. */
function withoutMessage(error: unknown): Error {
  const failure = new Error('Work in a worker thread failed');
  if (error instanceof Error) Object.assign(failure, { name: error.name, stack: error.stack });
  return failure;
}
