import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { HttpTransportType, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import { apiKeyCreate } from '@portal/contract/api-keys';
import { officeCreate, officeUpdate } from '@portal/contract/offices';
import { liveTicket } from '@portal/contract/session';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { withWorkers } from '#cli/serve.ts';
import { Child, run } from '#cli/test/child.ts';
import { readConfig } from '#platform/config.ts';
import { makeOffice, makeUser } from './factories.ts';
import { endpointUrl, lockAwaited, openTestPortal, portalForTest, type TestPortal } from './harness.ts';
import { metricsUrl, samplesOf, sumOf } from './metrics.ts';
import { TEST_PASSWORD } from './settings.ts';
import { settingsOf, signInToProcess } from './process.ts';
import { soon } from './soon.ts';

const FIELDS = { address: 'a', city: 'b', state: 'MD', zipCode: '21204', phone: '4105550123' };
const TWO = ['serve', '--workers', '2'];

/** Lines of the log with their process ids. */
function logOf({ said }: Child): { pid: number; msg: string; worker?: number; route?: string }[] {
  return said.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
}

/** Ids of the worker processes that were started so far. */
const startedBy = (child: Child) => logOf(child).flatMap(({ worker }) => worker ?? []);
const servedBy = (child: Child, path = '') =>
  new Set(
    logOf(child).flatMap(({ msg, pid, route }) => (msg === 'call' && route?.includes(path) ? [pid] : [])),
  );

/** The number of calls of `statuses` that the metrics have. */
const calls = (text: string, ...labels: string[]) =>
  sumOf(text, 'portal_http_request_duration_seconds_count', 'route="/api/health"', ...labels);

/** Ten requests at once, each on a connection of its own. */
const statuses = (origin: string, path = '/health', token = '') =>
  Promise.all(
    Array.from(
      { length: 10 },
      () =>
        new Promise<number | undefined>((resolve, reject) => {
          const headers = token === '' ? {} : { authorization: `Bearer ${token}` };
          get(`${origin}/api${path}`, { agent: false, headers }, (response) => {
            response.resume().once('end', () => resolve(response.statusCode));
          }).once('error', reject);
        }),
    ),
  );

describe('a portal with two workers', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await openTestPortal();
  });
  afterAll(() => portal.close());

  const start = async (settings: Record<string, string> = {}) => {
    const child = new Child(TWO, { ...settingsOf(portal), LOG_LEVEL: 'info', ...settings });
    return { child, origin: await child.origin() };
  };

  async function signedInAdmin(child: Child) {
    const { userName } = await makeUser(portal, { roles: ['Admin'] });
    const { token } = await signInToProcess(child, userName);
    return { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  }

  /** A change that waits for a lock until `commit`. */
  async function changeInProgress(child: Child, origin: string) {
    const headers = await signedInAdmin(child);
    const id = await makeOffice(portal);
    const hold = await portal.owner.connect();
    await hold.query('begin');
    await hold.query('select from offices where id = $1 for update', [id]);
    const change = fetch(origin + endpointUrl(officeUpdate, { params: { id } }), {
      method: 'PUT',
      headers,
      body: JSON.stringify({ ...FIELDS, name: `Changed ${id}` }),
    });
    // The caller may expect it to fail.
    change.catch(() => undefined);
    await lockAwaited(portal);
    const commit = async () => {
      await hold.query('commit');
      hold.release();
    };
    return { change, commit };
  }

  it('both serve its port, one that is killed is restarted, and none outlives the supervisor', async () => {
    const { child, origin } = await start({ RATE_LIMIT_PER_MINUTE: '1000000' });
    const callUntilServedBy = async (count: number) => {
      while (servedBy(child).size < count) expect(new Set(await statuses(origin))).toEqual(new Set([200]));
    };
    await callUntilServedBy(2);
    const [first = 0, ...others] = startedBy(child);
    expect(others).toHaveLength(1);
    process.kill(first, 'SIGKILL');
    await vi.waitFor(() => expect(child.said).toContain('a worker ended unexpectedly'), soon);
    expect(new Set(await statuses(origin))).toEqual(new Set([200]));
    await vi.waitFor(() => expect(child.said.split('Server listening')).toHaveLength(4), soon);
    await callUntilServedBy(3);
    expect(startedBy(child)).toHaveLength(3);
    child.signal('SIGKILL');
    // The output ends when no process has it open.
    await child.ended();
    await expect(fetch(`${origin}/api/health`)).rejects.toThrow('fetch failed');
  });

  it('activity is pushed to clients over both transports, whichever worker they reach', async () => {
    const { child, origin } = await start();
    const headers = await signedInAdmin(child);
    const newTicket = async () => {
      const answer = await fetch(`${origin}/api${liveTicket.path}`, { method: 'POST', headers });
      return liveTicket.response.parse(await answer.json()).ticket;
    };
    const open = async (transport: HttpTransportType) => {
      const connection = new HubConnectionBuilder()
        .configureLogging(LogLevel.None)
        .withUrl(`${origin}/hubs/activity`, { transport, accessTokenFactory: newTicket })
        .build();
      const activity = Promise.withResolvers<unknown>();
      connection.on('ReceiveActivity', activity.resolve);
      onTestFinished(() => connection.stop());
      await connection.start();
      return activity;
    };
    const { ServerSentEvents, WebSockets } = HttpTransportType;
    // Enough clients that both workers have some, and that requests of one client reach both.
    const each = Array.from({ length: 6 }, () => [ServerSentEvents, WebSockets]).flat();
    const activities = await Promise.all(each.map((transport) => open(transport)));
    const body = JSON.stringify({ ...FIELDS, name: 'Pushed to all' });
    const added = await fetch(`${origin}/api${officeCreate.path}`, { method: 'POST', headers, body });
    expect(added.status).toBe(201);
    for (const { promise } of activities) expect(await promise).toMatchObject({ entityType: 'Office' });
  });

  it('the rate limit is exact over both; workers that end at once again and again end the portal', async () => {
    const { child, origin } = await start({ RATE_LIMIT_PER_MINUTE: '200' });
    const answers: (number | undefined)[] = [];
    while (!answers.includes(429) || servedBy(child).size < 2) answers.push(...(await statuses(origin)));
    expect(answers.filter((status) => status === 200)).toHaveLength(200);

    const killed = new Set<number>();
    const killing = vi.waitUntil(() => {
      for (const pid of startedBy(child)) {
        if (killed.has(pid) || child.said.includes('right after its start')) continue;
        killed.add(pid);
        process.kill(pid, 'SIGKILL');
      }
      return child.said.includes('right after its start');
    }, soon);
    const { code, err } = await child.ended();
    await killing;
    expect([code, err]).toEqual([
      1,
      'A worker ended 6 times right after its start. The log above says why.\n',
    ]);
  });

  it('the limit of an API key is exact over both', async () => {
    const { child, origin } = await start({ API_KEY_RATE_LIMIT_PER_MINUTE: '25' });
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const created = await fetch(`${origin}/api${apiKeyCreate.path}`, {
      method: 'POST',
      headers: await signedInAdmin(child),
      body: JSON.stringify({
        name: 'Limited',
        permissions: ['Patient.View'],
        expiresAt,
        password: TEST_PASSWORD,
      }),
    });
    const { key } = apiKeyCreate.response.parse(await created.json());
    const answers: (number | undefined)[] = [];
    while (!answers.includes(429) || servedBy(child, '/office').size < 2) {
      answers.push(...(await statuses(origin, '/office', key)));
    }
    expect(answers.filter((status) => status === 200)).toHaveLength(25);
    child.signal('SIGTERM');
    await child.ended();
  });

  it('metrics of both are at one port; totals are right, also after one was killed', async () => {
    const { child, origin } = await start({ METRICS_PORT: '0' });
    await vi.waitFor(() => metricsUrl(child.said), soon);
    const scrape = async () => (await fetch(metricsUrl(child.said))).text();
    const processes = async () =>
      samplesOf(await scrape())
        .flatMap(({ name, labels }) =>
          name === 'portal_build_info' ? (/process="(.*?)"/.exec(labels)?.[1] ?? []) : [],
        )
        .toSorted();
    const all = ['supervisor', 'worker-1', 'worker-2'];
    expect(await processes()).toEqual(all);

    let sent = 0;
    while (servedBy(child).size < 2) sent += (await statuses(origin)).length;
    await vi.waitFor(async () => expect(calls(await scrape())).toBe(sent), soon);
    const text = await scrape();
    const before = all.map((name) => calls(text, `process="${name}"`));
    expect(before).toEqual([0, expect.any(Number), sent - (before[1] ?? 0)]);
    expect(Math.min(...before.slice(1))).toBeGreaterThan(0);
    expect(sumOf(text, 'portal_job_runs_total', 'process="supervisor"')).toBeGreaterThan(0);
    expect(sumOf(text, 'portal_database_pool_size', 'process="worker-')).toBe(12);

    process.kill(startedBy(child)[0] ?? 0, 'SIGKILL');
    await vi.waitFor(() => expect(child.said.split('Server listening')).toHaveLength(4), soon);
    // It takes the place of the first, whose counter begins at 0. The others go on, so that no rate jumps.
    await vi.waitFor(async () => expect(await processes()).toEqual(all), soon);
    const after = await scrape();
    expect(all.map((name) => calls(after, `process="${name}"`))).toEqual([0, 0, before[2]]);
  });

  it('SIGTERM lets both finish running requests', async () => {
    const { child, origin } = await start();
    const { change, commit } = await changeInProgress(child, origin);
    child.signal('SIGTERM');
    await vi.waitFor(() => expect(fetch(`${origin}/api/health`)).rejects.toThrow('fetch failed'), soon);
    await commit();
    expect((await change).status).toBe(200);
    expect(await child.ended()).toMatchObject({ code: 0, err: '' });
  });

  it('a second signal ends all at once', async () => {
    const { child, origin } = await start();
    const { change, commit } = await changeInProgress(child, origin);
    child.signal('SIGTERM');
    await vi.waitFor(() => expect(fetch(`${origin}/api/health`)).rejects.toThrow('fetch failed'), soon);
    child.signal('SIGINT');
    expect((await child.ended()).code).toBe(130);
    await expect(change).rejects.toThrow('fetch failed');
    await commit();
  });

  it('a port that is in use is reported once', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void other.close());
    const address = other.address();
    const PORT = String(typeof address === 'object' ? address?.port : '');
    expect(await run(TWO, { ...settingsOf(portal), PORT })).toEqual({
      code: 1,
      out: '',
      err: `Port ${PORT} is already in use. Stop the other program or set PORT to a free one.\n`,
    });
  });
});

it('workers share the embedded database, which ends with them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-workers-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  // As root, the database server runs as another account, which must be able to reach the data.
  await chmod(folder, 0o711);
  const DATA_DIR = join(folder, 'data');
  const child = new Child(['serve'], { DATA_DIR, WORKERS: '2' });
  expect((await fetch(`${await child.origin()}/api/ready`)).status).toBe(200);
  const running = join(DATA_DIR, 'database/cluster/postmaster.pid');
  expect(existsSync(running)).toBe(true);
  child.signal('SIGTERM');
  expect(await child.ended()).toMatchObject({ code: 0, err: '' });
  expect(existsSync(running)).toBe(false);
});

it('workers connect to a database whose address is in a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-workers-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const portal = await portalForTest();
  const { DATABASE_URL = '', ...settings } = settingsOf(portal);
  const DATABASE_URL_FILE = join(folder, 'database-url');
  await writeFile(DATABASE_URL_FILE, `${DATABASE_URL}\n`);
  const child = new Child(TWO, { ...settings, DATABASE_URL_FILE });
  expect(new Set(await statuses(await child.origin(), '/ready'))).toEqual(new Set([200]));
});

describe('the number of workers', () => {
  const config = readConfig({ WORKERS: '3' });

  it('is one by default, and --workers comes before the setting', () => {
    expect(readConfig({}).workers).toBe(1);
    expect(withWorkers(config, undefined).workers).toBe(3);
    expect(withWorkers(config, '64').workers).toBe(64);
    expect(withWorkers(config, '1').workers).toBe(1);
    expect(withWorkers(config, 'auto').workers).toBe(Math.max(1, Math.floor(availableParallelism() / 2)));
  });

  it.each(['0', '65', '-1', '1.5', 'two', '', ' 2', '2e1'])('cannot be %j', (value) => {
    expect(() => withWorkers(config, value)).toThrow(
      '--workers must be auto or a whole number from 1 to 64.',
    );
  });

  it('must also be valid in the setting', () => {
    expect(() => readConfig({ WORKERS: '0' })).toThrow('WORKERS must be auto or a whole number from 1 to 64');
  });
});
