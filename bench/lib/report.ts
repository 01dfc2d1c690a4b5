import type { Budget, Row } from '../areas/area.ts';
import { MANY, type RowFigures } from './run-row.ts';

/** Results of each row by practice size. */
export type Results = ReadonlyMap<Row['name'], ReadonlyMap<number, RowFigures>>;

const ms = (value: number) => (value < 10 ? value.toFixed(1) : String(Math.round(value)));
const flagged = (value: number, budget: number | undefined) =>
  `${ms(value)}${budget !== undefined && value > budget ? ' (!)' : ''}`;

/**
 * Formats the results as Markdown tables, one per size: milliseconds for one connection and on the server alone
 * (budgets apply to the latter), CPU time of portal and database per call, and calls per second with one and with
 * many connections. Growth compares the medians of the largest and the smallest practice.
 */
export function report(
  results: Results,
  sizes: readonly number[],
  budgets: ReadonlyMap<string, Budget>,
): string {
  return sizes.map((size) => table(results, size, sizes, budgets)).join('\n\n');
}

function table(
  results: Results,
  size: number,
  sizes: readonly number[],
  budgets: ReadonlyMap<string, Budget>,
): string {
  const smallest = Math.min(...sizes);
  const compares = sizes.length > 1 && size !== smallest;
  const head = [
    `${size.toLocaleString('en-US')} patients`,
    'p50 ms',
    'p99 ms',
    'p50 on the server',
    'p99 on the server',
    'CPU ms',
    'calls/s at 1',
    `calls/s at ${MANY}`,
    ...(compares ? ['growth'] : []),
  ];
  const lines = [...results].flatMap(([name, bySize]) => {
    const figures = bySize.get(size);
    if (figures === undefined) return [];
    const { one, many, within, cpu } = figures;
    const small = bySize.get(smallest);
    const budget = budgets.get(name);
    return [
      [
        name,
        ms(one.p50),
        ms(one.p99),
        flagged(within.p50, budget?.p50),
        flagged(within.p99, budget?.p99),
        cpu === undefined ? '' : ms(cpu),
        String(Math.round(one.perSecond)),
        String(Math.round(many.perSecond)),
        ...(compares ? [small === undefined ? '' : `×${(one.p50 / small.one.p50).toFixed(1)}`] : []),
      ],
    ];
  });
  return [head, head.map((_, index) => (index === 0 ? '---' : '---:')), ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}
