/** Work that goes on after the response of the request that started it. Closing aborts it and waits for its end. */
export class BackgroundWork {
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<void>>();

  /** Starts work, which must handle its errors. Throws if the portal is closing. */
  start(work: (closing: AbortSignal) => Promise<void>): void {
    const { signal } = this.#closing;
    signal.throwIfAborted();
    const running = work(signal);
    this.#running.add(running);
    void running.finally(() => this.#running.delete(running));
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
