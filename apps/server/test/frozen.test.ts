import { join } from 'node:path';
import { officeCreate, officeList } from '@portal/contract/offices';
import { login } from '@portal/contract/session';
import { ready } from '@portal/contract/system';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { EmbeddedPostgres } from '#db/embedded/start.ts';
import { Workplace } from '#db/embedded/test/folders.ts';
import { signalServer } from '#db/embedded/test/processes.ts';
import { signedInAs, type SignedInUser } from './factories.ts';
import { openTestPortal, type TestPortal } from './harness.ts';
import { TEST_PASSWORD } from './settings.ts';

const FIELDS = { address: 'a', city: 'b', state: 'MD', zipCode: '21204', phone: '4105550123' };

describe('a database that is up but does not respond', () => {
  const workplace = new Workplace();
  let database: EmbeddedPostgres;
  let portal: TestPortal;
  let admin: SignedInUser;
  beforeAll(async () => {
    database = await workplace.start(join(await workplace.folder(), 'data'));
    // The test decides how long requests wait for the database.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
    portal = await openTestPortal({ database, env: { DATABASE_WAIT_MS: '4000' } });
    admin = await signedInAs(portal, 'Admin');
  });
  afterAll(async () => {
    await signalServer(database.clusterDir, 'SIGCONT');
    await portal.close();
    vi.useRealTimers();
    await workplace.cleanUp();
  });

  const isReady = async () => (await portal.call(ready, {})).status;

  it('requests beyond the pool get 503, readiness reports first, and all recover', async () => {
    const ended: string[] = [];
    const calls = [
      () => portal.call(officeList, {}, admin),
      () => portal.call(officeCreate, { body: { ...FIELDS, name: 'Frozen' } }, admin),
      () => portal.call(login, { body: { username: admin.userName, password: TEST_PASSWORD } }),
    ];
    expect(await isReady()).toBe(200);
    await signalServer(database.clusterDir, 'SIGSTOP');
    const began = Date.now();
    const waiting = calls
      .flatMap((call) => [call, call, call, call])
      .map(async (call) => {
        const answer = await call();
        ended.push('call');
        return answer;
      });
    const readiness = portal.call(ready, {}).then(({ status }) => {
      ended.push('ready');
      return status;
    });
    await vi.waitFor(
      () => {
        vi.advanceTimersByTime(25);
        expect(ended).toHaveLength(waiting.length + 1);
      },
      { timeout: 60_000, interval: 10 },
    );
    expect(Date.now() - began).toBeLessThan(6_000);
    for (const answer of await Promise.all(waiting))
      expect(answer).toMatchObject({
        status: 503,
        headers: { 'retry-after': '2' },
        error: { code: 'UNAVAILABLE' },
      });
    expect(await readiness).toBe(503);
    expect(ended[0]).toBe('ready');
    expect(await isReady()).toBe(503);
    await signalServer(database.clusterDir, 'SIGCONT');
    await vi.waitFor(async () => expect(await isReady()).toBe(200), { timeout: 60_000, interval: 20 });
    expect((await calls[0]?.())?.status).toBe(200);
    expect((await calls[1]?.())?.status).toBe(201);
    expect(portal.deps.notifier.connected).toBe(true);
  });
});
