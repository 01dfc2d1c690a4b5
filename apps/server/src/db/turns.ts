/** Lets a few pieces of work run at once; the others wait in order, holding nothing. */
export class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}

/** How many reads of exports may use the pool at once: few, so that every other call finds a connection. */
export const exportTurns = (poolSize: number): Turns => new Turns(Math.max(1, Math.floor(poolSize / 8)));
