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
  /** Number of calls with those of the warm-up, which the other figures leave out. */
  readonly sent: number;
}

const WARM_UP = 20;

/**
 * Sends calls one after the other on each connection until the time is over. Up to 20 calls in at most the same time come before. Throws
 * the first failure once no call is under way.
 */
export async function measure(
  { connections, seconds }: Load,
  call: (index: number, connection: number) => Promise<unknown>,
): Promise<Figures> {
  const warm = performance.now() + seconds * 1000;
  let next = 0;
  do {
    await call(next, next % connections);
    next += 1;
  } while (next < WARM_UP && performance.now() < warm);
  const warmUp = next;
  const times: number[] = [];
  const started = performance.now();
  const end = started + seconds * 1000;
  const failures: unknown[] = [];
  const runOne = async (connection: number) => {
    while (performance.now() < end && failures.length === 0) {
      const begun = performance.now();
      next += 1;
      await call(next, connection).catch((failure: unknown) => failures.push(failure));
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, connection) => runOne(connection)));
  if (failures.length > 0) throw failures[0];
  const elapsed = (performance.now() - started) / 1000;
  times.sort((a, b) => a - b);
  return {
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    perSecond: times.length / elapsed,
    sent: warmUp + times.length,
  };
}

/** The value that this share of the sorted values does not exceed, or 0 without values. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
