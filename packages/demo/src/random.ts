/** Reproducible pseudo-random numbers (mulberry32 with a seed). Never use them for secrets. */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to but not including 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  }

  /** An integer from `min` to `max`, inclusive. */
  int(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  /** True with this probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** A random item. With `skew` above 1, items at the front are more likely. Throws RangeError for an empty list. */
  pick<T>(items: readonly T[], skew = 1): T {
    const item = items[Math.floor(this.next() ** skew * items.length)];
    if (item === undefined) throw new RangeError('Nothing to pick from');
    return item;
  }

  /** `length` digits, which can start with zero. */
  digits(length: number): string {
    return Array.from({ length }, () => String(this.int(0, 9))).join('');
  }
}
