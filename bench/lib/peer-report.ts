import type { PeerRow } from '../areas/peer.ts';
import { markdownTable, median } from './markdown-table.ts';
import type { Figures } from './measure.ts';
import { MANY } from './run-row.ts';

/** The figures of each row in one round. */
export type PeerRound = Map<PeerRow['name'], { readonly one: Figures; readonly many: Figures }>;

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
 * Formats the medians of the rounds as Markdown tables with their budgets. Ratios are to the first row, which does nothing, of the
 * same round. (!) marks what misses its budget.
 */
export function reportPeer(
  size: number,
  rows: readonly PeerRow[],
  rounds: readonly PeerRound[],
  { starts, idle, loaded }: Process,
): string {
  const baseline = rows[0]?.name ?? '';
  const medianOf = (value: (round: PeerRound) => number | undefined) =>
    median(rounds.flatMap((round) => value(round) ?? []));
  const lines = rows.map(({ name, atLeast, aim, p50 }) => {
    const ratio = (at: 'one' | 'many') =>
      medianOf((round) => {
        const [figures, base] = [round.get(name)?.[at], round.get(baseline)?.[at]];
        return figures === undefined || base === undefined ? undefined : figures.perSecond / base.perSecond;
      });
    const [p50Of1, ofMany] = [medianOf((round) => round.get(name)?.one.p50), ratio('many')];
    return [
      name,
      Math.round(medianOf((round) => round.get(name)?.one.perSecond)),
      ratio('one').toFixed(2),
      Math.round(medianOf((round) => round.get(name)?.many.perSecond)),
      marked(ofMany.toFixed(2), atLeast !== undefined && ofMany < atLeast),
      atLeast === undefined
        ? ''
        : `≥ ${atLeast.toFixed(2)}${aim === undefined ? '' : `, aim ${aim.toFixed(2)}`}`,
      marked(p50Of1.toFixed(2), p50 !== undefined && p50Of1 > p50),
      p50 === undefined ? '' : `≤ ${p50}`,
    ];
  });
  const start = median(starts);
  return [
    markdownTable(
      [
        `${size.toLocaleString('en-US')} patients`,
        'calls/s at 1',
        'ratio',
        `calls/s at ${MANY}`,
        'ratio',
        'budget',
        'p50 ms at 1',
        'budget',
      ],
      lines,
    ),
    markdownTable(
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
    ),
  ].join('\n\n');
}

const marked = (text: string, misses: boolean) => (misses ? `${text} (!)` : text);

const memory = (used: number | undefined, budget: number) => [
  used === undefined ? '' : marked(`${Math.round(used)} MB`, used > budget),
  `≤ ${budget} MB`,
];
