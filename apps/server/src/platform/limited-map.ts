/** A map that forgets its oldest entries when it is full. */
export class LimitedMap<K, V> {
  readonly #most: number;
  readonly #entries = new Map<K, V>();

  constructor(most: number) {
    this.#most = most;
  }

  get(key: K): V | undefined {
    return this.#entries.get(key);
  }

  set(key: K, value: V): void {
    const [oldest] = this.#entries.keys();
    if (this.#entries.size >= this.#most && oldest !== undefined && !this.#entries.has(key))
      this.#entries.delete(oldest);
    this.#entries.set(key, value);
  }
}
