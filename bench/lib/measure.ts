/** Duration and number of concurrent connections. */
export interface Load {
  readonly connections: number;
  readonly seconds: number;
}

/** Results of a load: milliseconds and calls per second. */
export interface Figures {
  readonly p50: number;
  readonly p99: number;
  readonly perSecond: number;
  readonly calls: number;
}

/** Calls per connection that are not measured. */
export const WARM_UP = 20;

/**
 * Sends calls one after the other on each connection until the time is over. Warm-up calls are not counted. Throws
 * the first failure.
 */
export async function measure(
  { connections, seconds }: Load,
  call: (index: number, connection: number) => Promise<unknown>,
): Promise<Figures> {
  for (let index = 0; index < WARM_UP; index += 1) await call(index, index % connections);
  const times: number[] = [];
  const started = performance.now();
  const end = started + seconds * 1000;
  let next = 0;
  const runOne = async (connection: number) => {
    while (performance.now() < end) {
      const begun = performance.now();
      next += 1;
      await call(next, connection);
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, connection) => runOne(connection)));
  const elapsed = (performance.now() - started) / 1000;
  times.sort((a, b) => a - b);
  return {
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    perSecond: times.length / elapsed,
    calls: times.length,
  };
}

/** The value that this share of the sorted values does not exceed, or 0 without values. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
