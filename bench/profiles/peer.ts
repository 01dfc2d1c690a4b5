import { setTimeout } from 'node:timers/promises';
import { createPool } from '@portal/server/db/database';
import { peerRows } from '../areas/peer.ts';
import type { Closers } from '../lib/closers.ts';
import { HttpClient } from '../lib/http.ts';
import { measure } from '../lib/measure.ts';
import { maximumMemory, residentMemory } from '../lib/memory.ts';
import type { Options } from '../lib/options.ts';
import { reportPeer, type PeerRound, type Process } from '../lib/peer-report.ts';
import { startPortal, type PortalProcess } from '../lib/portal-process.ts';
import { openPractice, type Practice } from '../lib/practice.ts';
import { MANY } from '../lib/run-row.ts';
import { signIn } from '../lib/sign-in.ts';

const ROUNDS = 3;

/**
 * Measures the operations that most portals have, as a ratio to a call that does nothing, so that the figures of
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

  const starts: number[] = [];
  for (let round = 1; round < ROUNDS; round += 1) {
    const { portal, startMs } = await timeStart(practice);
    starts.push(startMs);
    await portal.stop();
  }
  const { portal, startMs } = await timeStart(practice);
  closers.add(() => portal.stop());
  starts.push(startMs);
  await setTimeout(2_000);
  const idle = await residentMemory(portal.pid);

  const token = await signIn(portal.origin);
  const [one, many] = [new HttpClient(portal.origin, 1, token), new HttpClient(portal.origin, MANY, token)];
  closers.add(
    () => one.close(),
    () => many.close(),
  );
  const rounds: PeerRound[] = [];
  const memory: (number | undefined)[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const figures: PeerRound = new Map();
    for (const row of rows) {
      const byOne = await measure({ connections: 1, seconds }, (turn) => one.call(row.call(turn)));
      let byMany = byOne;
      const work = async () => {
        byMany = await measure({ connections: MANY, seconds }, (turn) => many.call(row.call(turn)));
      };
      memory.push(await maximumMemory(portal.pid, work));
      figures.set(row.name, { one: byOne, many: byMany });
    }
    rounds.push(figures);
    console.log(`${size} patients: round ${round} of ${ROUNDS}`);
  }
  const used: Process = { starts, idle, loaded: Math.max(...memory.map((value) => value ?? 0)) };
  console.log(`\n${reportPeer(size, rows, rounds, used)}\n`);
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
