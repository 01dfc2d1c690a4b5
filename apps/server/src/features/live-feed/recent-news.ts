/** A message that was pushed to the readers that pass its filter. */
export interface PushedNews<Reader> {
  readonly target: string;
  readonly args: readonly unknown[];
  readonly isFor: (reader: Reader) => boolean;
}

/** For how long news is kept, in milliseconds. A page that takes longer to connect reads again. */
const KEPT_MS = 120_000;
const MOST = 2_000;

/** What this process has pushed lately, for pages whose connection opens after they have read their data. */
export class RecentNews<Reader> {
  #news: { readonly at: number; readonly item: PushedNews<Reader> }[] = [];
  /** News from before this time is not complete. */
  #completeFrom: number;

  constructor(now: Date) {
    this.#completeFrom = now.getTime();
  }

  add(item: PushedNews<Reader>, now: Date): void {
    const at = now.getTime();
    this.#news.push({ at, item });
    while (this.#news.length > MOST || (this.#news[0]?.at ?? at) < at - KEPT_MS) {
      this.#completeFrom = Math.max(this.#completeFrom, (this.#news.shift()?.at ?? at) + 1);
    }
  }

  /** The news since a time that a reader may get, oldest first; null if some of it is no longer known. */
  since(from: Date, reader: Reader): PushedNews<Reader>[] | null {
    if (from.getTime() < this.#completeFrom) return null;
    return this.#news
      .filter(({ at, item }) => at >= from.getTime() && item.isFor(reader))
      .map(({ item }) => item);
  }
}
