import type { Db } from './database.ts';

/** When full, the whole set is cleared. */
const MOST = 10_000;

/**
 * Caches facts about a database that stay true or cost only time when outdated, for example that a filter has more
 * matches than are counted. Cached per process and database.
 */
export class Remembered {
  readonly #known = new WeakMap<Db, Set<string>>();

  has(db: Db, key: string): boolean {
    return this.#known.get(db)?.has(key) ?? false;
  }

  add(db: Db, key: string): void {
    const known = this.#known.get(db) ?? new Set();
    if (known.size >= MOST) known.clear();
    this.#known.set(db, known.add(key));
  }
}
