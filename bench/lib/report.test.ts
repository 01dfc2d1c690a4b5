import { expect, it } from 'vitest';
import { report } from './report.ts';
import type { RowFigures } from './run-row.ts';

const figures = (p50: number, databaseCpu: number | undefined, matches?: number): RowFigures => {
  const load = { p50, p99: 2 * p50, perSecond: 100, sent: 10 };
  return { one: { ...load, nodeCpu: 1, databaseCpu }, within: load, many: load, matches };
};

it('the report has a table for each size and compares the sizes, as far as rows were measured', () => {
  const tables = report(
    new Map([
      [
        'slow',
        new Map([
          [1_000, figures(2, 0.5, 20)],
          [1_000_000, figures(30, undefined, 40)],
        ]),
      ],
      [
        'with more matches',
        new Map([
          [1_000, figures(2, 0.5, 20)],
          [1_000_000, figures(20, 5, 10_001)],
        ]),
      ],
      [
        'steady',
        new Map([
          [1_000, figures(2, 0.5)],
          [1_000_000, figures(4, 0.75)],
        ]),
      ],
      ['failed later', new Map([[1_000, figures(2, 0.5)]])],
    ]),
    [1_000, 1_000_000],
    new Map(
      ['slow', 'with more matches', 'steady', 'failed later'].map((name) => [name, { p50: 25, p99: 50 }]),
    ),
  ).split('\n\n');
  expect(tables.map((table) => table.split('\n').filter((line) => !line.startsWith('| ---')))).toEqual([
    [
      '| 1,000 patients | p50 ms | p99 ms | p50 on the server | p99 on the server | CPU ms, Node.js | CPU ms, PostgreSQL | calls/s at 1 | calls/s at 16 |',
      '| slow | 2.0 | 4.0 | 2.0 | 4.0 | 1.0 | 0.5 | 100 | 100 |',
      '| with more matches | 2.0 | 4.0 | 2.0 | 4.0 | 1.0 | 0.5 | 100 | 100 |',
      '| steady | 2.0 | 4.0 | 2.0 | 4.0 | 1.0 | 0.5 | 100 | 100 |',
      '| failed later | 2.0 | 4.0 | 2.0 | 4.0 | 1.0 | 0.5 | 100 | 100 |',
    ],
    [
      '| 1,000,000 patients | p50 ms | p99 ms | p50 on the server | p99 on the server | CPU ms, Node.js | CPU ms, PostgreSQL | calls/s at 1 | calls/s at 16 |',
      '| slow | 30 | 60 | 30 (!) | 60 (!) | 1.0 |  | 100 | 100 |',
      '| with more matches | 20 | 40 | 20 | 40 | 1.0 | 5.0 | 100 | 100 |',
      '| steady | 4.0 | 8.0 | 4.0 | 8.0 | 1.0 | 0.8 | 100 | 100 |',
    ],
    [
      '| p50 ms on the server, by patients | 1,000 | 1,000,000 | growth | CPU ms, PostgreSQL, 1,000 | CPU ms, PostgreSQL, 1,000,000 | growth | matches |',
      '| slow | 2.0 | 30 | ×15.0 (!) | 0.5 |  |  | 20 to 40 |',
      '| with more matches | 2.0 | 20 | ×10.0 | 0.5 | 5.0 | ×10.0 | 20 to 10,001 (more) |',
      '| steady | 2.0 | 4.0 | ×2.0 | 0.5 | 0.8 | ×1.5 |  |',
      '| failed later | 2.0 |  |  | 0.5 |  |  |  |',
    ],
  ]);
});
