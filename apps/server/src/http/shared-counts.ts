import type { Worker } from 'node:cluster';
import type { FastifyRateLimitStore } from '@fastify/rate-limit';

/** Requests of a client in its current time window, and the time that remains, in milliseconds. */
interface Count {
  readonly current: number;
  readonly ttl: number;
}
/** From a worker to its supervisor: count a request. */
interface CountRequest {
  readonly count: { readonly id: number; readonly key: string; readonly windowMs: number };
}
/** The supervisor’s answer. */
interface CountAnswer {
  readonly counted: Count & { readonly id: number };
}

const isCountRequest = (message: unknown): message is CountRequest =>
  typeof message === 'object' && message !== null && 'count' in message;
const isCountAnswer = (message: unknown): message is CountAnswer =>
  typeof message === 'object' && message !== null && 'counted' in message;

/** The oldest are forgotten, so that someone with many addresses cannot fill the memory. */
const MAX_CLIENTS = 5_000;

/** Counts of requests per client in fixed time windows that begin with a client’s first request. */
export class RequestCounts {
  /** In order of their end, because all windows have the same length. */
  readonly #windows = new Map<string, { count: number; readonly end: number }>();

  add(key: string, windowMs: number): Count {
    const now = performance.now();
    for (const [ended, { end }] of this.#windows) {
      if (end > now && this.#windows.size < MAX_CLIENTS) break;
      this.#windows.delete(ended);
    }
    const window = this.#windows.get(key) ?? { count: 0, end: now + windowMs };
    window.count += 1;
    this.#windows.set(key, window);
    return { current: window.count, ttl: window.end - now };
  }

  /** Answers a worker’s requests for counts. */
  serve(worker: Worker): void {
    worker.on('message', (message: unknown) => {
      if (!isCountRequest(message)) return;
      const { id, key, windowMs } = message.count;
      const answer: CountAnswer = { counted: { id, ...this.add(key, windowMs) } };
      // A worker that has ended needs no answer.
      worker.send(answer, () => undefined);
    });
  }
}

/** A store of the rate limit whose counts are in the supervisor, so that the limit holds over all workers. */
export function supervisorStore(worker: Worker): new () => FastifyRateLimitStore {
  const waiting = new Map<number, (count: Count) => void>();
  let last = 0;
  worker.on('message', (message: unknown) => {
    if (!isCountAnswer(message)) return;
    const { id, ...count } = message.counted;
    waiting.get(id)?.(count);
    waiting.delete(id);
  });
  return class SupervisorStore implements FastifyRateLimitStore {
    incr(key: string, callback: (error: Error | null, result?: Count) => void, windowMs: number): void {
      last += 1;
      waiting.set(last, (count) => callback(null, count));
      const request: CountRequest = { count: { id: last, key, windowMs } };
      // Without its supervisor, the worker ends at once.
      worker.send(request);
    }
    child(): FastifyRateLimitStore {
      return this;
    }
  };
}
