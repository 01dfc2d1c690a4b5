import { Worker } from 'node:worker_threads';
import type { ChainRange } from './read-range.ts';

/** Database connection of a worker thread, separate from the request pool. Contains a password: never log it. */
export interface ThreadDatabase {
  readonly url: string;
  readonly role: string | undefined;
}

/** Start data of a worker thread. */
export interface ThreadData {
  readonly key: Uint8Array;
  readonly database: ThreadDatabase;
}
/** A worker thread's result for a range. */
export type ThreadAnswer = { readonly isIntact: boolean } | { readonly error: string };

const THREADS = 2;

interface Waiting {
  readonly resolve: (isIntact: boolean) => void;
  readonly reject: (error: Error) => void;
}

/** Worker threads that verify ranges of the log, so that the main thread can keep serving requests. */
export class RangeThreads {
  readonly size = THREADS;
  readonly #idle: Worker[] = [];
  readonly #workers: Worker[];
  readonly #waiting = new Map<Worker, Waiting>();

  constructor(key: Buffer, database: ThreadDatabase) {
    const workerData: ThreadData = { key: new Uint8Array(key), database };
    this.#workers = Array.from({ length: THREADS }, () => this.#start(workerData));
    this.#idle.push(...this.#workers);
  }

  /** Verifies a range. Rejects if `size` calls are already running. */
  check(range: ChainRange): Promise<boolean> {
    const worker = this.#idle.pop();
    if (worker === undefined) return Promise.reject(new Error('No thread is free'));
    return new Promise((resolve, reject) => {
      this.#waiting.set(worker, { resolve, reject });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
      worker.postMessage(range);
    });
  }

  async close(): Promise<void> {
    for (const worker of this.#workers) this.#settle(worker)?.reject(new Error('The check was ended'));
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }

  #start(workerData: ThreadData): Worker {
    const worker = new Worker(new URL('./verify-thread.ts', import.meta.url), { workerData });
    worker.on('message', (answer: ThreadAnswer) => {
      this.#idle.push(worker);
      const waiting = this.#settle(worker);
      if ('error' in answer) waiting?.reject(new Error(answer.error));
      else waiting?.resolve(answer.isIntact);
    });
    worker.on('error', (error) =>
      this.#settle(worker)?.reject(error instanceof Error ? error : new Error('A thread ended')),
    );
    worker.on('exit', () => {
      const place = this.#idle.indexOf(worker);
      if (place !== -1) this.#idle.splice(place, 1);
      this.#settle(worker)?.reject(new Error('A thread ended'));
    });
    return worker;
  }

  #settle(worker: Worker): Waiting | undefined {
    const waiting = this.#waiting.get(worker);
    this.#waiting.delete(worker);
    return waiting;
  }
}
