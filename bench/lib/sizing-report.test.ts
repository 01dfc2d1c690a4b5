import { expect, it } from 'vitest';
import { reportSizing, type SizingRun } from './sizing-report.ts';

const run = (processes: number, perSecond: number): SizingRun => ({
  processes,
  calm: { p50: 2, p99: 5, perSecond: 400, sent: 400 },
  full: { p50: 20, p99: 60, perSecond, sent: perSecond },
  idle: 140,
  loaded: 200,
  database: undefined,
});

it('the sizing report has the medians of the runs with the same number of processes', () => {
  const report = reportSizing(
    50_000,
    [run(1, 500), run(2, 800), run(1, 520), run(1, 100)],
    [{ name: 'patient', rows: 50_000, bytesPerRow: 1958.4 }],
  );
  expect(report.split('\n').filter((line) => /^\| [12p]/.test(line))).toEqual([
    '| processes, 50,000 patients | p50 ms at 1 | calls/s, full load | p50 ms | p99 ms | portal idle | portal loaded | PostgreSQL loaded |',
    '| 1 | 2.0 | 500 | 20 | 60 | 140 MB | 200 MB |  |',
    '| 2 | 2.0 | 800 | 20 | 60 | 140 MB | 200 MB |  |',
    '| patient | 50,000 | 1,958 |',
  ]);
});
