import { setTimeout } from 'node:timers/promises';
import { createPool } from '@portal/server/db/database';
import { clinicCalls } from '../areas/clinic.ts';
import type { Closers } from '../lib/closers.ts';
import { diskUse, type DiskUse } from '../lib/disk-use.ts';
import { HttpClient, type Call } from '../lib/http.ts';
import { measure, type Figures } from '../lib/measure.ts';
import { memoryOfTree } from '../lib/memory.ts';
import type { Options } from '../lib/options.ts';
import { startPortal } from '../lib/portal-process.ts';
import { openPractice, type Practice } from '../lib/practice.ts';
import { signIn } from '../lib/sign-in.ts';
import { reportSizing, type SizingRun } from '../lib/sizing-report.ts';

const ROUNDS = 3;
const PROCESSES = [1, 2, 4];
const CONNECTIONS = 32;

/**
 * Measures the work of a clinic with 1, 2 and 4 processes, and what records need on disk, so that an operator can choose a machine.
 * Every round measures all numbers of processes, so that slow moments affect all of them.
 */
export async function runSizing({ sizes, folder, seconds }: Options, closers: Closers): Promise<void> {
  for (const size of sizes) {
    try {
      const practice = await openPractice(folder, size, (close) => closers.add(close));
      const pool = createPool({ url: practice.ownerUrl, size: 1, onError: () => undefined });
      closers.add(() => pool.end());
      const disk: readonly DiskUse[] = await diskUse(pool);
      const call = await clinicCalls(pool);
      const runs: SizingRun[] = [];
      for (let round = 1; round <= ROUNDS; round += 1) {
        for (const processes of PROCESSES) runs.push(await runOnce(practice, { processes, seconds, call }));
        console.log(`${size} patients: round ${round} of ${ROUNDS}`);
      }
      console.log(`\n${reportSizing(size, runs, disk)}\n`);
    } finally {
      await closers.closeAll();
    }
  }
}

interface Work {
  readonly processes: number;
  readonly seconds: number;
  readonly call: (turn: number) => Call;
}

async function runOnce(practice: Practice, { processes, seconds, call }: Work): Promise<SizingRun> {
  const portal = await startPortal(practice, processes);
  const client = new HttpClient(portal.origin, CONNECTIONS, await signIn(portal.origin));
  try {
    await setTimeout(2_000);
    const idle = await memoryOfTree(portal.pid);
    const load = (connections: number): Promise<Figures> =>
      measure({ connections, seconds }, (turn) => client.call(call(turn)));
    const calm = await load(1);
    const full = await load(CONNECTIONS);
    const loaded = await memoryOfTree(portal.pid);
    const database = await memoryOfTree(practice.databasePid);
    return { processes, calm, full, idle, loaded, database };
  } finally {
    await client.close();
    await portal.stop();
  }
}
