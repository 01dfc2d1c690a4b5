import type { Budget, Row } from '../areas/area.ts';
import { markdownTable } from './markdown-table.ts';
import { MANY, type RowFigures } from './run-row.ts';

/** Results of each row by practice size. */
export type Results = ReadonlyMap<Row['name'], ReadonlyMap<number, RowFigures>>;

/** How much the median of a list or search may grow from the smallest to the largest practice, unless its matches grow by more. */
const MOST_GROWTH = 2;

const ms = (value: number | undefined) =>
  value === undefined ? '' : value < 10 ? value.toFixed(1) : String(Math.round(value));
const flagged = (value: number, budget: number | undefined) =>
  `${ms(value)}${budget !== undefined && value > budget ? ' (!)' : ''}`;
const patients = (size: number) => `${size.toLocaleString('en-US')} patients`;

/**
 * Formats the results as Markdown tables, one per size: milliseconds for one connection and on the server alone
 * (budgets apply to the latter), CPU time of portal and database per call, and calls per second with one and with
 * many connections. With several sizes, a last table compares them.
 */
export function report(
  results: Results,
  sizes: readonly number[],
  budgets: ReadonlyMap<string, Budget>,
): string {
  const tables = sizes.map((size) => table(results, size, budgets));
  return [...tables, ...(sizes.length > 1 ? [growth(results, sizes, budgets)] : [])].join('\n\n');
}

function table(results: Results, size: number, budgets: ReadonlyMap<string, Budget>): string {
  const lines = [...results].flatMap(([name, bySize]) => {
    const figures = bySize.get(size);
    if (figures === undefined) return [];
    const { one, many, within } = figures;
    const budget = budgets.get(name);
    return [
      [
        name,
        ms(one.p50),
        ms(one.p99),
        flagged(within.p50, budget?.p50),
        flagged(within.p99, budget?.p99),
        ms(one.nodeCpu),
        ms(one.databaseCpu),
        Math.round(one.perSecond),
        Math.round(many.perSecond),
      ],
    ];
  });
  return markdownTable(
    [
      patients(size),
      'p50 ms',
      'p99 ms',
      'p50 on the server',
      'p99 on the server',
      'CPU ms, Node.js',
      'CPU ms, PostgreSQL',
      'calls/s at 1',
      `calls/s at ${MANY}`,
    ],
    lines,
  );
}

/**
 * Compares the medians on the server at each size, and the CPU time of the database, which does not depend on other work on the machine.
 * (!) marks lists and searches that grow more than twofold from the smallest to the largest practice although their matches do not.
 */
function growth(results: Results, sizes: readonly number[], budgets: ReadonlyMap<string, Budget>): string {
  const ordered = sizes.toSorted((a, b) => a - b);
  const lines = [...results].map(([name, bySize]) => {
    const medians = ordered.map((size) => bySize.get(size)?.within.p50);
    const cpu = ordered.map((size) => bySize.get(size)?.one.databaseCpu);
    const matches = matchesOf(ordered.map((size) => bySize.get(size)?.matches));
    const most = budgets.get(name)?.p50 === undefined || matches.areMore ? undefined : MOST_GROWTH;
    return [
      name,
      ...medians.map(ms),
      times(medians, most),
      ...cpu.map(ms),
      times(cpu, undefined),
      matches.text,
    ];
  });
  return markdownTable(
    [
      'p50 ms on the server, by patients',
      ...ordered.map((size) => size.toLocaleString('en-US')),
      'growth',
      ...ordered.map((size) => `CPU ms, PostgreSQL, ${size.toLocaleString('en-US')}`),
      'growth',
      'matches',
    ],
    lines,
  );
}

function matchesOf(values: readonly (number | undefined)[]): { text: string; areMore: boolean } {
  const [first, last] = [values[0], values.at(-1)];
  if (first === undefined || last === undefined) return { text: '', areMore: false };
  const areMore = last > MOST_GROWTH * first;
  const [from, to] = [first, last].map((value) => Math.round(value).toLocaleString('en-US'));
  return { text: `${from} to ${to}${areMore ? ' (more)' : ''}`, areMore };
}

function times(values: readonly (number | undefined)[], most: number | undefined): string {
  const [first, last] = [values[0], values.at(-1)];
  if (first === undefined || last === undefined || first === 0) return '';
  const factor = last / first;
  return `×${factor.toFixed(1)}${most !== undefined && factor > most ? ' (!)' : ''}`;
}
