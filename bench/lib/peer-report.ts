import type { Counted } from '@portal/server/test/statement-counter';
import type { PeerRow } from '../areas/peer.ts';
import { markdownTable, median } from './markdown-table.ts';
import type { FiguresWithCpu } from './cpu.ts';
import type { Figures } from './measure.ts';
import { MANY } from './run-row.ts';

/** The figures of a row in one round. */
export interface PeerFigures {
  readonly one: Figures;
  readonly many: FiguresWithCpu;
}

/** The figures of each row in one round. */
export type PeerRound = ReadonlyMap<PeerRow['name'], PeerFigures>;

/** What the portal's process used. */
export interface Process {
  /** Milliseconds from spawning it to the first response that it is ready. */
  readonly starts: readonly number[];
  /** Resident memory in MB, if available. */
  readonly idle: number | undefined;
  /** The most while many connections sent calls. */
  readonly loaded: number | undefined;
}

const IDLE_MB = 180;
const LOADED_MB = 350;
const START_MS = 1_500;

/**
 * Formats the medians of the rounds as a Markdown table with budgets. Shares are of the first row in the same round, with the least and
 * the most of all rounds. (!) marks what misses its budget.
 */
export function reportPeer(
  size: number,
  rows: readonly PeerRow[],
  rounds: readonly PeerRound[],
  counted: ReadonlyMap<PeerRow['name'], Counted>,
): string {
  const baseline = rows[0]?.name ?? '';
  const lines = rows.map(({ name, atLeast, p50 }) => {
    const valuesOf = (value: (figures: PeerFigures, base: PeerFigures) => number | undefined) =>
      rounds.flatMap((round) => {
        const [figures, base] = [round.get(name), round.get(baseline)];
        return figures === undefined || base === undefined ? [] : (value(figures, base) ?? []);
      });
    const shares = valuesOf(({ many }, base) => many.perSecond / base.many.perSecond);
    const share = median(shares);
    const p50OfOne = median(valuesOf(({ one }) => one.p50));
    const { statements = '', roundTrips = '' } = counted.get(name) ?? {};
    return [
      name,
      Math.round(median(valuesOf(({ one }) => one.perSecond))),
      Math.round(median(valuesOf(({ many }) => many.perSecond))),
      marked(share.toFixed(3), atLeast !== undefined && share < atLeast),
      `${Math.min(...shares).toFixed(3)}–${Math.max(...shares).toFixed(3)}`,
      atLeast === undefined ? '' : `≥ ${atLeast}`,
      marked(p50OfOne.toFixed(2), p50 !== undefined && p50OfOne > p50),
      cpu(valuesOf(({ many }) => many.nodeCpu)),
      cpu(valuesOf(({ many }) => many.databaseCpu)),
      statements,
      roundTrips,
    ];
  });
  return markdownTable(
    [
      `${size.toLocaleString('en-US')} patients`,
      'calls/s at 1',
      `calls/s at ${MANY}`,
      'share of bare',
      'least–most',
      'budget',
      'p50 ms at 1',
      'CPU ms, Node.js',
      'CPU ms, PostgreSQL',
      'statements',
      'round trips',
    ],
    lines,
  );
}

/** Formats what the portal's process used, with budgets. */
export function reportProcess({ starts, idle, loaded }: Process): string {
  const start = median(starts);
  return markdownTable(
    ['the portal’s process', 'figure', 'budget'],
    [
      ['resident memory, idle after start', ...memory(idle, IDLE_MB)],
      [`resident memory, at most with ${MANY} connections`, ...memory(loaded, LOADED_MB)],
      [
        'start with an existing database, to ready',
        marked(`${(start / 1000).toFixed(2)} s`, start > START_MS),
        `≤ ${START_MS / 1000} s`,
      ],
    ],
  );
}

const marked = (text: string, misses: boolean) => (misses ? `${text} (!)` : text);
const cpu = (values: readonly number[]) => (values.length === 0 ? '' : median(values).toFixed(2));

const memory = (used: number | undefined, budget: number) => [
  used === undefined ? '' : marked(`${Math.round(used)} MB`, used > budget),
  `≤ ${budget} MB`,
];
