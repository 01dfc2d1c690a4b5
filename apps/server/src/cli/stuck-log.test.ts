import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { constants, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { freePort } from '#db/embedded/port.ts';
import { makePortalFolder } from './test/portal-folder.ts';

const MAIN = join(import.meta.dirname, '../main.mjs');
const PATIENT = { timeout: 120_000 };
/** Their log lines are more than a pipe and the memory for waiting lines hold. */
const CALLS = 4_000;

async function callOften(health: () => Promise<number>) {
  for (let calls = 0; calls < CALLS; calls += 100) await Promise.all(Array.from({ length: 100 }, health));
}

describe('a portal whose log cannot be written', PATIENT, () => {
  let folder: string;
  beforeAll(async () => {
    folder = await makePortalFolder();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** A portal that writes its log to an open file. */
  async function serve(stdout: number) {
    const DATA_DIR = join(folder, 'data');
    const port = await freePort();
    const { PATH = '', HOME = '' } = process.env;
    const child = spawn(process.execPath, [MAIN, 'serve'], {
      env: { PATH, HOME, PORT: String(port), LOG_LEVEL: 'trace', RATE_LIMIT_PER_MINUTE: '1000000', DATA_DIR },
      stdio: ['ignore', stdout, stdout],
    });
    const ended = once(child, 'close');
    onTestFinished(async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await ended;
    });
    const health = () => fetch(`http://127.0.0.1:${port}/api/health`).then(({ status }) => status);
    await vi.waitFor(async () => expect(await health()).toBe(200), { timeout: 60_000, interval: 100 });
    return {
      health,
      stop: async () => {
        child.kill('SIGTERM');
        await ended;
        return {
          code: child.exitCode,
          databaseRuns: existsSync(join(DATA_DIR, 'database/cluster/postmaster.pid')),
        };
      },
    };
  }

  it('on a full disk, it answers and stops cleanly', async () => {
    const full = await open('/dev/full', 'w');
    onTestFinished(() => full.close());
    const { health, stop } = await serve(full.fd);
    await callOften(health);
    expect(await health()).toBe(200);
    expect(await stop()).toMatchObject({ databaseRuns: false });
  });

  it('with a reader that has stopped, it answers and stops cleanly', async () => {
    const path = join(folder, 'pipe');
    execFileSync('mkfifo', [path]);
    const reader = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const writer = await open(path, 'w');
    onTestFinished(async () => {
      await writer.close();
      await reader.close();
    });
    const { health, stop } = await serve(writer.fd);
    await callOften(health);
    expect(await health()).toBe(200);
    expect(await stop()).toEqual({ code: 0, databaseRuns: false });
  });
});
