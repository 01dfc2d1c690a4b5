import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { nodeArguments } from './node-arguments.ts';
import type { Practice } from './practice.ts';

/** A portal in a separate process, as in production. */
export interface PortalProcess {
  /** Its URL, e.g. `http://127.0.0.1:41234`. */
  readonly origin: string;
  readonly pid: number;
  /** Stops it and waits until it has exited. */
  stop(): Promise<void>;
}

/** Production settings for a practice, except for a high rate limit. */
export const portalSettings = (practice: Practice) => ({
  DATABASE_URL: practice.appUrl,
  MIGRATION_DATABASE_URL: practice.ownerUrl,
  DATA_DIR: practice.dataDir,
  MASTER_KEY: practice.masterKey.toString('base64'),
  PORT: '0',
  RATE_LIMIT_PER_MINUTE: '1000000',
  LOG_LEVEL: 'info',
  // The nightly checks of the database and the audit log would be measured, too.
  PRACTICE_TIME_ZONE: new Date().getUTCHours() < 6 ? 'Asia/Tokyo' : 'UTC',
});

/** Starts the portal for a practice with a number of workers and waits until it listens. Throws when it exits first. */
export async function startPortal(practice: Practice, workers = 1): Promise<PortalProcess> {
  const main = join(import.meta.dirname, '../../apps/server/src/main.mjs');
  const child = spawn(process.execPath, [...(await nodeArguments()), main, 'serve'], {
    env: { PATH: process.env['PATH'], ...portalSettings(practice), WORKERS: String(workers) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
  });
  const origin = await readOrigin(child, ended);
  return {
    origin,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Reads the log until it ends, like an operator’s log collector. */
async function readOrigin(child: ChildProcess, ended: Promise<void>): Promise<string> {
  const { stdout } = child;
  if (stdout === null) throw new Error('The portal has no output');
  const lines = createInterface({ input: stdout });
  const origin = new Promise<string>((resolve) => {
    lines.on('line', (line) => {
      const address = /is at (http:\S+)/.exec(line)?.[1];
      if (address === undefined) return;
      resolve(address);
      // Parsing the log would take time from the measurement.
      lines.close();
      stdout.resume();
    });
  });
  return Promise.race([
    origin,
    ended.then(() => {
      throw new Error('The portal exited before it was ready');
    }),
  ]);
}
