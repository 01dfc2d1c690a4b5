import type { DiskUse } from './disk-use.ts';
import { markdownTable, median } from './markdown-table.ts';
import type { Figures } from './measure.ts';

/** One run: the calls with one connection and with many, and memory in MB if available. */
export interface SizingRun {
  readonly processes: number;
  readonly calm: Figures;
  readonly full: Figures;
  readonly idle: number | undefined;
  readonly loaded: number | undefined;
  readonly database: number | undefined;
}

/** Formats the medians of the runs with the same number of processes, and the disk use, as Markdown tables. */
export function reportSizing(size: number, runs: readonly SizingRun[], disk: readonly DiskUse[]): string {
  const counts = [...new Set(runs.map(({ processes }) => processes))];
  const lines = counts.map((processes) => {
    const same = runs.filter((run) => run.processes === processes);
    const medianOf = (value: (run: SizingRun) => number | undefined) =>
      median(same.flatMap((run) => value(run) ?? []));
    const memory = (value: (run: SizingRun) => number | undefined) =>
      same.some((run) => value(run) === undefined) ? '' : `${Math.round(medianOf(value))} MB`;
    return [
      String(processes),
      medianOf(({ calm }) => calm.p50).toFixed(1),
      Math.round(medianOf(({ full }) => full.perSecond)).toString(),
      medianOf(({ full }) => full.p50).toFixed(0),
      medianOf(({ full }) => full.p99).toFixed(0),
      memory(({ idle }) => idle),
      memory(({ loaded }) => loaded),
      memory(({ database }) => database),
    ];
  });
  return [
    markdownTable(
      [
        `processes, ${size.toLocaleString('en-US')} patients`,
        'p50 ms at 1',
        'calls/s, full load',
        'p50 ms',
        'p99 ms',
        'portal idle',
        'portal loaded',
        'PostgreSQL loaded',
      ],
      lines,
    ),
    markdownTable(
      ['one', 'records', 'bytes on disk'],
      disk.map(({ name, rows, bytesPerRow }) => [
        name,
        rows.toLocaleString('en-US'),
        Math.round(bytesPerRow).toLocaleString('en-US'),
      ]),
    ),
  ].join('\n\n');
}
