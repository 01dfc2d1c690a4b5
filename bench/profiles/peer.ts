import { setTimeout } from 'node:timers/promises';
import { createPool } from '@portal/server/db/database';
import { startStatementCounter, type Counted } from '@portal/server/test/statement-counter';
import { peerRows, type PeerRow } from '../areas/peer.ts';
import { startBare } from '../lib/bare-process.ts';
import type { Closers } from '../lib/closers.ts';
import { withCpu } from '../lib/cpu.ts';
import { HttpClient } from '../lib/http.ts';
import { measure } from '../lib/measure.ts';
import { maximumMemory, residentMemory } from '../lib/memory.ts';
import type { Options } from '../lib/options.ts';
import { reportPeer, reportProcess, type PeerFigures, type PeerRound } from '../lib/peer-report.ts';
import { startPortal, type PortalProcess } from '../lib/portal-process.ts';
import { openPractice, type Practice } from '../lib/practice.ts';
import { MANY } from '../lib/run-row.ts';
import { signIn } from '../lib/sign-in.ts';

const ROUNDS = 5;
const STARTS = 3;
const COUNTED_CALLS = 10;
/** Until after the collection that follows a start. */
const IDLE_MS = 15_000;

/**
 * Measures the operations that most portals have, as shares of what Node.js and PostgreSQL do without a portal, so that the figures of
 * different machines can be compared. All rows are measured in each round, so that slow moments affect all of them.
 */
export async function runPeer(options: Options, closers: Closers): Promise<void> {
  for (const size of options.sizes) {
    try {
      await measurePractice(size, options, closers);
    } finally {
      await closers.closeAll();
    }
  }
}

/** Measures only the start and the memory of the portal. */
export async function runStart({ sizes, folder }: Options, closers: Closers): Promise<void> {
  for (const size of sizes) {
    try {
      const practice = await openPractice(folder, size, (close) => closers.add(close));
      const { starts, idle } = await startSeveralTimes(practice, closers);
      console.log(`\n${reportProcess({ starts, idle, loaded: undefined })}\n`);
    } finally {
      await closers.closeAll();
    }
  }
}

async function measurePractice(
  size: number,
  { folder, only, seconds }: Options,
  closers: Closers,
): Promise<void> {
  const practice = await openPractice(folder, size, (close) => closers.add(close));
  const pool = createPool({ url: practice.ownerUrl, size: 1, onError: () => undefined });
  closers.add(() => pool.end());
  const all = await peerRows(pool);
  const rows = all.filter(({ name }, index) => index === 0 || name.includes(only));
  const counted = await countStatements(practice, rows);

  const { portal, starts, idle } = await startSeveralTimes(practice, closers);
  const token = await signIn(portal.origin);
  const bare = await startBare(practice);
  closers.add(() => bare.stop());
  const callers = [portal, bare].map((server) => ({
    server,
    one: new HttpClient(server.origin, 1, token),
    many: new HttpClient(server.origin, MANY, token),
  }));
  for (const { one, many } of callers)
    closers.add(
      () => one.close(),
      () => many.close(),
    );
  const rounds: PeerRound[] = [];
  const memory: (number | undefined)[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const figures = new Map<PeerRow['name'], PeerFigures>();
    for (const row of rows) {
      const caller = callers[row.isBare === true ? 1 : 0];
      if (caller === undefined) throw new Error('there is no server to call');
      const measured = await measureRow(row, { ...caller, seconds, databasePid: practice.databasePid });
      figures.set(row.name, measured.figures);
      if (row.isBare !== true) memory.push(measured.memory);
    }
    rounds.push(figures);
    console.log(`${size} patients: round ${round} of ${ROUNDS}`);
  }
  const loaded = Math.max(...memory.map((value) => value ?? 0));
  console.log(`\n${reportPeer(size, rows, rounds, counted)}\n\n${reportProcess({ starts, idle, loaded })}\n`);
}

interface Caller {
  readonly server: PortalProcess;
  readonly one: HttpClient;
  readonly many: HttpClient;
  readonly seconds: number;
  readonly databasePid: number;
}

async function measureRow(row: PeerRow, { server, one, many, seconds, databasePid }: Caller) {
  const byOne = await measure({ connections: 1, seconds }, (turn) => one.call(row.call(turn)));
  const { maximum, result } = await maximumMemory(server.pid, () =>
    withCpu(server.pid, databasePid, () =>
      measure({ connections: MANY, seconds }, (turn) => many.call(row.call(turn))),
    ),
  );
  return { memory: maximum, figures: { one: byOne, many: result } };
}

/** Counts the statements of each row's call, the least of several: a heartbeat of the portal may come between. */
async function countStatements(
  practice: Practice,
  rows: readonly PeerRow[],
): Promise<ReadonlyMap<PeerRow['name'], Counted>> {
  const counter = await startStatementCounter(practice.appUrl);
  const portal = await startPortal({ ...practice, appUrl: counter.url });
  const client = new HttpClient(portal.origin, 1, await signIn(portal.origin));
  const counted = new Map<PeerRow['name'], Counted>();
  try {
    for (const row of rows.filter(({ isBare }) => isBare !== true)) {
      const found: Counted[] = [];
      for (let turn = 0; turn < COUNTED_CALLS; turn += 1) {
        counter.take();
        await client.call(row.call(turn));
        found.push(counter.take());
      }
      counted.set(row.name, {
        statements: Math.min(...found.map(({ statements }) => statements)),
        roundTrips: Math.min(...found.map(({ roundTrips }) => roundTrips)),
      });
    }
  } finally {
    await client.close();
    await portal.stop();
    await counter.close();
  }
  return counted;
}

/** Starts the portal several times; the last one goes on. */
async function startSeveralTimes(practice: Practice, closers: Closers) {
  const starts: number[] = [];
  for (let start = 1; start < STARTS; start += 1) {
    const { portal, startMs } = await timeStart(practice);
    starts.push(startMs);
    await portal.stop();
  }
  const { portal, startMs } = await timeStart(practice);
  closers.add(() => portal.stop());
  starts.push(startMs);
  await setTimeout(IDLE_MS);
  return { portal, starts, idle: await residentMemory(portal.pid) };
}

/** Starts the portal and waits until it is ready. */
async function timeStart(practice: Practice): Promise<{ portal: PortalProcess; startMs: number }> {
  const started = performance.now();
  const portal = await startPortal(practice);
  const client = new HttpClient(portal.origin, 1);
  await client.call({ method: 'GET', path: '/ready' });
  const startMs = performance.now() - started;
  await client.close();
  return { portal, startMs };
}
