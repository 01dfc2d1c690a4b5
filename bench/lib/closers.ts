/** Functions that close open resources. */
export class Closers {
  readonly #closers: (() => unknown)[] = [];

  add(...closers: readonly (() => unknown)[]): void {
    this.#closers.push(...closers);
  }

  /** Closes everything in reverse order: at the end of a practice and on an early exit. */
  async closeAll(): Promise<void> {
    for (const close of this.#closers.splice(0).toReversed()) await close();
  }
}
