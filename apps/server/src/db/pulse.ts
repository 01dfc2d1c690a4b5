/** The database has not responded for too long. Clients get 503. */
export class DatabaseUnresponsiveError extends Error {
  override readonly name = 'DatabaseSilentError';
  constructor() {
    super('The database is not responding');
  }
}

/**
 * Tracks whether the database responds. The notifier’s connection checks it. When the database falls silent, the pool
 * stops waiting and sends nothing until the database responds again. A slow statement is not silence, so exports and
 * reports need no timeout for this.
 */
export class Pulse {
  readonly #listeners = new Set<() => void>();
  #isSilent = false;
  #silences = 0;

  get isSilent(): boolean {
    return this.#isSilent;
  }

  /** Number of silences so far. Connections opened before the last one may never respond again. */
  get silences(): number {
    return this.#silences;
  }

  fallSilent(): void {
    if (this.#isSilent) return;
    this.#isSilent = true;
    this.#silences += 1;
    for (const listener of this.#listeners) listener();
  }

  answer(): void {
    this.#isSilent = false;
  }

  /** Calls the listener when the database falls silent. Returns a function that removes the listener. */
  onSilence(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
