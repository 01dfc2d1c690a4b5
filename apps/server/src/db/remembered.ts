import type { Db } from './database.ts';

/** More are forgotten all at once. */
const MOST = 10_000;

/**
 * What once was found out about a database and stays true, or costs only time where it no longer is: for example that a filter has
 * more matches than are counted. Kept by the process, for each database by itself.
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
