/** The database has not answered for too long; answered as 503. */
export class DatabaseSilentError extends Error {
  override readonly name = 'DatabaseSilentError';
  constructor() {
    super('The database does not answer');
  }
}

/**
 * Whether the database answers at all. The notifier's connection finds out; the pool gives up what it waits for when the database has
 * fallen silent, and asks nothing until it answers again. A slow statement is no silence, so exports and reports need no limit for this.
 */
export class Pulse {
  readonly #listeners = new Set<() => void>();
  #isSilent = false;
  #silences = 0;

  get isSilent(): boolean {
    return this.#isSilent;
  }

  /** How often it has fallen silent. Connections from before may never answer again. */
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

  /** Calls the listener when the database falls silent; returns what ends that. */
  onSilence(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
