import { createPool } from '@portal/server/db/database';
import { auditLog } from './areas/audit-log.ts';
import { billingCodes } from './areas/billing-codes.ts';
import { dictationPrint } from './areas/dictation-print.ts';
import { dictations } from './areas/dictations.ts';
import { documents } from './areas/documents.ts';
import { messages } from './areas/messages.ts';
import { orders } from './areas/orders.ts';
import { patients } from './areas/patients.ts';
import { permissions } from './areas/permissions.ts';
import { pillCounts } from './areas/pill-counts.ts';
import { templates } from './areas/templates.ts';
import { timecards } from './areas/timecards.ts';
import type { Area, Budget, Row } from './areas/area.ts';
import { BENCH_ACCOUNT } from './fill/account.ts';
import { BareDriver } from './lib/bare.ts';
import { reportEvaluations } from './lib/evaluations.ts';
import { HttpClient } from './lib/http.ts';
import { readOptions, type Options } from './lib/options.ts';
import { startPortal } from './lib/portal-process.ts';
import { openPractice } from './lib/practice.ts';
import { report } from './lib/report.ts';
import { MANY, runRow, type RowFigures } from './lib/run-row.ts';

/** The areas to measure. Each has its rows in a separate file. */
const AREAS: readonly Area[] = [
  patients,
  orders,
  messages,
  documents,
  dictations,
  dictationPrint,
  pillCounts,
  timecards,
  auditLog,
  permissions,
  templates,
  billingCodes,
];

const results = new Map<string, Map<number, RowFigures>>();
const budgets = new Map<string, Budget>();
const options = readOptions(process.argv.slice(2), process.env);
/** Functions that close open resources in reverse order, at the end of a practice and on an early exit. */
const closers: (() => unknown)[] = [];
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void closeAll().finally(() => process.exit(130)));
for (const size of options.sizes) await measurePractice(size, options);
console.log(`\n${report(results, options.sizes, budgets)}`);
if ('rules evaluated'.includes(options.only)) console.log(`\n${reportEvaluations(options.seconds)}`);

async function measurePractice(size: number, { folder, only, seconds }: Options): Promise<void> {
  try {
    const practice = await openPractice(folder, size, (close) => closers.push(close));
    const pool = createPool({ url: practice.ownerUrl, size: 2, onError: () => undefined });
    closers.push(() => pool.end());
    const portal = await startPortal(practice);
    closers.push(() => portal.stop());
    const token = await signIn(portal.origin);
    const bare = new BareDriver(practice, token);
    closers.push(() => bare.close());
    const [one, many] = [new HttpClient(portal.origin, 1, token), new HttpClient(portal.origin, MANY, token)];
    closers.push(
      () => one.close(),
      () => many.close(),
    );
    const surroundings = {
      one,
      many,
      bare,
      within: await bare.open(),
      seconds,
      servers: [portal.pid, practice.databasePid],
    };
    for (const area of AREAS) {
      const rows = (await area.rows(pool, size)).filter(({ name }) => name.includes(only));
      for (const row of rows) keep(row, size, await runRow(row, surroundings));
      await area.cleanUp(pool, size);
    }
  } finally {
    await closeAll();
  }
}

async function closeAll(): Promise<void> {
  for (const close of closers.splice(0).toReversed()) await close();
}

function keep(row: Row, size: number, figures: RowFigures): void {
  const bySize = results.get(row.name) ?? new Map<number, RowFigures>();
  results.set(row.name, bySize.set(size, figures));
  if (row.budget !== undefined) budgets.set(row.name, row.budget);
  console.log(
    `${size} ${row.name}: p50 ${figures.one.p50.toFixed(1)} ms, p99 ${figures.one.p99.toFixed(1)} ms, on the server ${figures.within.p50.toFixed(1)} and ${figures.within.p99.toFixed(1)} ms, ${figures.many.perSecond.toFixed(0)}/s`,
  );
}

async function signIn(origin: string): Promise<string> {
  const client = new HttpClient(origin, 1);
  const { userName, password } = BENCH_ACCOUNT;
  const answer = await client.call({
    method: 'POST',
    path: '/auth/login',
    body: { username: userName, password },
  });
  client.close();
  const body: unknown = JSON.parse(answer);
  if (typeof body === 'object' && body !== null && 'token' in body && typeof body.token === 'string')
    return body.token;
  throw new Error('The portal returned no token');
}
