import type { Tally } from './client.ts';
import type { Load } from './load.ts';
import type { Round } from './rounds.ts';

const figure = (seconds: number) => seconds.toFixed(1);

/** Minimum, median and maximum. */
export function spread(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return [sorted[0] ?? 0, median, sorted.at(-1) ?? 0].map(figure).join(' / ');
}

/** Seconds until everything worked: both portals ready, and a write acknowledged. */
export const backAfter = ({ ready, written }: Round) => Math.max(...ready, written);

const table = (rows: readonly (readonly string[])[]) =>
  rows
    .flatMap((row, index) => {
      const line = `| ${row.join(' | ')} |`;
      return index === 0 ? [line, `|${row.map(() => ' --- ').join('|')}|`] : [line];
    })
    .join('\n');

/** The rounds, one per line. */
export const roundTable = (rounds: readonly Round[]) =>
  table([
    [
      'round',
      'fault',
      'during',
      'primary',
      'promoted',
      'portal 1',
      'portal 2',
      'write',
      'live feed',
      'whole again',
    ],
    ...rounds.map(({ fault, during, from, to, promoted, ready, written, live, whole }, index) => [
      String(index + 1),
      fault,
      during,
      `${from} → ${to}`,
      ...[promoted, ...ready, written, live, whole].map(figure),
    ]),
  ]);

/** Minimum, median and maximum of the seconds until everything worked, for each kind of fault. */
export function faultTable(rounds: readonly Round[]): string {
  const faults = [...new Set(rounds.map(({ fault }) => fault))];
  const rows = faults.map((fault) => {
    const values = rounds.filter((round) => round.fault === fault).map(backAfter);
    return [fault, String(values.length), spread(values)];
  });
  return table([['fault', 'rounds', 'seconds until back: min / median / max'], ...rows]);
}

const byName = (counts: ReadonlyMap<string, number>) =>
  [...counts].toSorted(([a], [b]) => a.localeCompare(b));

/** How interrupted operations ended. */
export function endingTable({ endings }: Load): string {
  const counts = new Map<string, number>();
  for (const { kind, how } of endings)
    counts.set(`${kind} | ${how}`, (counts.get(`${kind} | ${how}`) ?? 0) + 1);
  return table([
    ['operation', 'how it ended', 'number'],
    ...byName(counts).map(([key, count]) => [...key.split(' | '), String(count)]),
  ]);
}

export const tallyTable = ({ counts }: Tally) =>
  table([['response', 'number'], ...byName(counts).map(([what, count]) => [what, String(count)])]);
