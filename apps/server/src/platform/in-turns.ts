import { setImmediate as nextTurn } from 'node:timers/promises';

/** Does the work for each item in a separate turn of the event loop, so that other requests are served in between. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    results.push(work(item));
    await nextTurn();
  }
  return results;
}
