import { createPool } from '@portal/server/db/database';
import { auditLog } from '../areas/audit-log.ts';
import { billingCodes } from '../areas/billing-codes.ts';
import { charges } from '../areas/charges.ts';
import { codeFiles } from '../areas/code-files.ts';
import { dictationPrint } from '../areas/dictation-print.ts';
import { dictations } from '../areas/dictations.ts';
import { documents } from '../areas/documents.ts';
import { messages } from '../areas/messages.ts';
import { orders } from '../areas/orders.ts';
import { patients } from '../areas/patients.ts';
import { permissions } from '../areas/permissions.ts';
import { pillCounts } from '../areas/pill-counts.ts';
import { search } from '../areas/search.ts';
import { templates } from '../areas/templates.ts';
import { timecards } from '../areas/timecards.ts';
import type { Area, Budget, Row } from '../areas/area.ts';
import type { Closers } from '../lib/closers.ts';
import { reportEvaluations } from '../lib/evaluations.ts';
import { HttpClient } from '../lib/http.ts';
import type { Options } from '../lib/options.ts';
import { startPortal } from '../lib/portal-process.ts';
import { openPractice, type Practice } from '../lib/practice.ts';
import { report } from '../lib/report.ts';
import { MANY, runRow, type RowFigures } from '../lib/run-row.ts';
import { signIn } from '../lib/sign-in.ts';
import { openWithin } from '../lib/within.ts';

/** The areas to measure. Each has its rows in a separate file. */
export const AREAS: readonly Area[] = [
  patients,
  orders,
  messages,
  documents,
  dictations,
  dictationPrint,
  charges,
  pillCounts,
  timecards,
  auditLog,
  permissions,
  templates,
  billingCodes,
  codeFiles,
  search,
];

/** Measures every list, search and operation at each size. Prints a table per size, also if a row fails; then it throws at the end. */
export async function runFull(options: Options, closers: Closers): Promise<void> {
  const results = new Results();
  for (const size of options.sizes) {
    try {
      const practice = await openPractice(options.folder, size, (close) => closers.add(close));
      await measurePractice(practice, options, { closers, results });
    } catch (error) {
      results.fail(size, 'practice', error);
    } finally {
      await closers.closeAll();
    }
  }
  console.log(`\n${report(results.figures, options.sizes, results.budgets)}`);
  if ('rules evaluated'.includes(options.only)) console.log(`\n${reportEvaluations(options.seconds)}`);
  results.throwFailures();
}

/** Some rows could not be measured. The message has one line for each. */
export class FailedRows extends Error {
  override readonly name = 'FailedRows';
}

/** Figures by row and size, the rows' budgets, and failures. */
export class Results {
  readonly figures = new Map<string, Map<number, RowFigures>>();
  readonly budgets = new Map<string, Budget>();
  readonly #failures: string[] = [];

  keep(row: Row, size: number, figures: RowFigures): void {
    const bySize = this.figures.get(row.name) ?? new Map<number, RowFigures>();
    this.figures.set(row.name, bySize.set(size, figures));
    if (row.budget !== undefined) this.budgets.set(row.name, row.budget);
    console.log(
      `${size} ${row.name}: p50 ${figures.one.p50.toFixed(1)} ms, p99 ${figures.one.p99.toFixed(1)} ms, on the server ${figures.within.p50.toFixed(1)} and ${figures.within.p99.toFixed(1)} ms, ${figures.many.perSecond.toFixed(0)}/s`,
    );
  }

  fail(size: number, name: string, error: unknown): void {
    const failure = `${size} ${name} failed: ${error instanceof Error ? error.message : String(error)}`;
    this.#failures.push(failure);
    console.error(failure);
  }

  throwFailures(): void {
    if (this.#failures.length > 0) throw new FailedRows(this.#failures.join('\n'));
  }
}

/** Measures all rows of some areas. A row or an area that fails does not keep the others from being measured. */
export async function measureAreas(
  areas: readonly Area[],
  practice: Practice,
  { only, results, run }: Measuring,
): Promise<void> {
  const { patients: size } = practice;
  const pool = createPool({ url: practice.ownerUrl, size: 2, onError: () => undefined });
  const attempt = async (name: string, work: () => Promise<void>) => {
    await work().catch((error: unknown) => results.fail(size, name, error));
  };
  for (const area of areas)
    await attempt(area.name, async () => {
      const rows = (await area.rows(pool, size)).filter(({ name }) => name.includes(only));
      for (const row of rows) {
        if (row.missing === undefined)
          await attempt(row.name, async () => results.keep(row, size, await run(row)));
        else console.log(`${size} ${row.name}: left out, because ${row.missing}`);
      }
      await area.cleanUp(pool, size);
    });
  await pool.end();
}

interface Measuring {
  /** Only rows whose name contains this text. */
  readonly only: string;
  readonly results: Results;
  readonly run: (row: Row) => Promise<RowFigures>;
}

async function measurePractice(
  practice: Practice,
  { only, seconds }: Options,
  { closers, results }: { readonly closers: Closers; readonly results: Results },
): Promise<void> {
  const portal = await startPortal(practice);
  closers.add(() => portal.stop());
  const token = await signIn(portal.origin);
  const within = await openWithin(practice);
  closers.add(() => within.close());
  const [one, many] = [new HttpClient(portal.origin, 1, token), new HttpClient(portal.origin, MANY, token)];
  closers.add(
    () => one.close(),
    () => many.close(),
  );
  const { pid: portalPid } = portal;
  const { databasePid } = practice;
  const around = { one, many, within, seconds, portalPid, databasePid };
  await measureAreas(AREAS, practice, { only, results, run: (row) => runRow(row, around) });
}
