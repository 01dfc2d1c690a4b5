/** The database has not responded for too long. Clients get 503. */
export class DatabaseUnresponsiveError extends Error {
  override readonly name = 'DatabaseUnresponsiveError';
  constructor() {
    super('The database is not responding');
  }
}

/**
 * Tracks whether the database responds. The notifier’s connection checks it. When it does not, the pool
 * stops waiting and sends nothing until the database responds again. A slow statement does not count, so exports and
 * reports need no timeout for this.
 */
export class DatabaseLiveness {
  readonly #listeners = new Set<() => void>();
  #isUnresponsive = false;
  #outages = 0;
  #answeredAt = -Infinity;

  get isUnresponsive(): boolean {
    return this.#isUnresponsive;
  }

  /** Number of times it stopped responding. Connections opened before the last one may never respond again. */
  get outages(): number {
    return this.#outages;
  }

  /** When the database last answered on a connection of this process, in ms of `performance.now()`. */
  get answeredAt(): number {
    return this.#answeredAt;
  }

  noteAnswer(): void {
    this.#answeredAt = performance.now();
  }

  markUnresponsive(): void {
    if (this.#isUnresponsive) return;
    this.#isUnresponsive = true;
    this.#outages += 1;
    for (const listener of this.#listeners) listener();
  }

  markResponsive(): void {
    this.#isUnresponsive = false;
  }

  /** Calls the listener when the database stops responding. Returns a function that removes the listener. */
  onUnresponsive(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
