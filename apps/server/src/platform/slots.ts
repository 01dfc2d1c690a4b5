import { AppError } from './app-error.ts';

/** Runs at most `most` pieces of work at a time; up to `mostWaiting` wait for their turn, in order. */
export class Slots {
  readonly #most: number;
  readonly #mostWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(most: number, mostWaiting: number) {
    this.#most = most;
    this.#mostWaiting = mostWaiting;
  }

  get isIdle(): boolean {
    return this.#running === 0;
  }

  /** Does the work when it is its turn. Throws TOO_MANY_REQUESTS if too many wait. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#most) this.#running += 1;
    else {
      if (this.#waiting.length >= this.#mostWaiting)
        throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: 1 });
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#waiting.push(resolve);
      // The one that ends passes its slot on.
      await promise;
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
