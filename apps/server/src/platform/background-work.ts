/** Work that goes on without a request. Closing aborts it and waits for its end. */
export class BackgroundWork {
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<void>>();

  /** Aborted when the portal is closing. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** Starts work and returns its result. Throws if the portal is closing. Work whose result is not awaited must handle its errors. */
  start<T>(work: (closing: AbortSignal) => Promise<T>): Promise<T> {
    this.closing.throwIfAborted();
    const running = work(this.closing);
    const remove = () => void this.#running.delete(ended);
    const ended = running.then(remove, remove);
    this.#running.add(ended);
    return running;
  }

  /** Does work now, and again after the delay that it returns (ms) or as soon as the returned function is called, until the portal is closing. */
  repeat(work: (closing: AbortSignal) => Promise<number>): () => void {
    let bell = Promise.withResolvers<void>();
    const wake = () => bell.resolve();
    this.closing.addEventListener('abort', wake);
    void this.start(async (closing) => {
      while (!closing.aborted) {
        bell = Promise.withResolvers();
        const timer = setTimeout(wake, await work(closing)).unref();
        await bell.promise;
        clearTimeout(timer);
      }
    });
    return wake;
  }

  /** Resolves when nothing is running in this process. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('The portal is closing'));
    await this.settled();
  }
}
