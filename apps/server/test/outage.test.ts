import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { officeCreate, officeList } from '@portal/contract/offices';
import { health, practice, ready } from '@portal/contract/system';
import { login } from '@portal/contract/session';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '#db/embedded/port.ts';
import type { EmbeddedPostgres } from '#db/embedded/start.ts';
import { Workplace } from '#db/embedded/test/folders.ts';
import { signedInAs, type SignedInUser } from './factories.ts';
import { openTestPortal, type TestPortal } from './harness.ts';
import { TEST_PASSWORD } from './settings.ts';
import { soon } from './soon.ts';

const FIELDS = { address: 'a', city: 'b', state: 'MD', zipCode: '21204', phone: '4105550123' };

describe('database outage', () => {
  const workplace = new Workplace();
  let dataDir: string;
  let port: number;
  let database: EmbeddedPostgres;
  let portal: TestPortal;
  let admin: SignedInUser;
  beforeAll(async () => {
    dataDir = join(await workplace.folder(), 'data');
    port = await freePort();
    database = await workplace.start(dataDir, { port });
    portal = await openTestPortal({ database });
    admin = await signedInAs(portal, 'Admin');
  });
  afterAll(async () => {
    await portal.close();
    await workplace.cleanUp();
  });

  const create = (name: string) => portal.call(officeCreate, { body: { ...FIELDS, name } }, admin);
  const isReady = async () => (await portal.call(ready, {})).status === 200;
  const recovered = async () => {
    await vi.waitFor(async () => expect(await isReady()).toBe(true), soon);
    await vi.waitFor(() => expect(portal.deps.notifier.connected).toBe(true), soon);
  };

  /** Resolves with the first activity received. Creates activities until the listener is back. */
  async function hearsActivities(): Promise<void> {
    let heard = 0;
    portal.deps.notifier.on('activity', () => void (heard += 1));
    await create(`Heard ${performance.now()}`);
    await vi.waitFor(() => expect(heard).toBeGreaterThan(0), soon);
  }

  it('responds quickly with 503 and Retry-After, and is alive but not ready', async () => {
    expect((await portal.call(ready, {})).status).toBe(200);
    await database.stop();
    const calls = [
      () => portal.call(practice, {}, admin),
      () => portal.call(officeList, {}, admin),
      () => create('Lost'),
      () => portal.call(login, { body: { username: admin.userName, password: TEST_PASSWORD } }),
      () => portal.call(ready, {}),
    ];
    const started = performance.now();
    for (const answer of await Promise.all(calls.flatMap((call) => [call(), call(), call()]))) {
      expect(answer).toMatchObject({
        status: 503,
        headers: { 'retry-after': '2' },
        error: {
          code: 'UNAVAILABLE',
          message: 'The service is temporarily unavailable. Please try again in a moment.',
          retryAfterSeconds: 2,
        },
      });
    }
    expect(performance.now() - started).toBeLessThan(6_000);
    expect((await portal.call(health, {})).status).toBe(200);
    // Requests that need no database still work.
    expect((await portal.call(practice, {})).status).toBe(401);
    expect((await portal.raw({ method: 'GET', url: '/api/nothing' })).status).toBe(404);
  });

  it('works again without a restart: sessions, changes, notifications', async () => {
    let reconnected = 0;
    portal.deps.notifier.onReconnect(() => void (reconnected += 1));
    database = await workplace.start(dataDir, { port });
    await recovered();
    expect((await portal.call(practice, {}, admin)).status).toBe(200);
    expect((await create('Back')).status).toBe(201);
    expect(reconnected).toBe(1);
    await hearsActivities();
  });

  it('recovers after a kill under load: no request hangs or gets 500, and acknowledged changes persist', async () => {
    const statuses = new Set<number>();
    const kept: string[] = [];
    let slowest = 0;
    const over = new AbortController();
    const work = async (worker: number) => {
      for (let round = 0; !over.signal.aborted; round += 1) {
        const name = `Kept ${worker}-${round}`;
        const started = performance.now();
        const [answer, list] = await Promise.all([create(name), portal.call(officeList, {}, admin)]);
        slowest = Math.max(slowest, performance.now() - started);
        statuses.add(answer.status).add(list.status);
        if (answer.ok) kept.push(name);
      }
    };
    const workers = [0, 1, 2, 3].map((worker) => work(worker));
    await vi.waitFor(() => expect(kept.length).toBeGreaterThan(20), soon);
    for (let kill = 0; kill < 2; kill += 1) {
      const pid = Number(
        (await readFile(join(database.clusterDir, 'postmaster.pid'), 'utf8')).split('\n')[0],
      );
      process.kill(pid, 'SIGKILL');
      const before = kept.length;
      await vi.waitFor(() => expect(kept.length).toBeGreaterThan(before + 20), soon);
    }
    over.abort();
    await Promise.all(workers);
    expect([...statuses].toSorted((a, b) => a - b)).toEqual([200, 201, 503]);
    expect(slowest).toBeLessThan(6_000);
    await recovered();
    const names = new Set((await portal.succeed(officeList, {}, admin)).map(({ name }) => name));
    expect(kept.filter((name) => !names.has(name))).toEqual([]);
    await hearsActivities();
  });

  it('logs no errors except UNAVAILABLE', () => {
    const errors = portal
      .logged()
      .split('\n')
      .filter((line) => line.includes('"level":50') && !line.includes('"code":"UNAVAILABLE"'));
    expect(errors).toEqual([]);
  });
});
