import { networkInterfaces } from 'node:os';
import { patientCreate, patientGet, patientList } from '@portal/contract/patients';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { liveTicket } from '@portal/contract/session';
import { HttpTransportType, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import { endpointUrl, openTestPortal, portalForTest, type TestPortal } from '#test/harness.ts';
import { signedInAs, type SignedInUser } from '#test/factories.ts';
import { metricsUrl, samplesOf, sumOf } from '#test/metrics.ts';
import { soon } from '#test/soon.ts';
import manifest from '../../../package.json' with { type: 'json' };

const CALLS = 'portal_http_request_duration_seconds_count';

describe('the metrics of a portal', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  let origin: string;
  let url: string;
  beforeAll(async () => {
    portal = await openTestPortal({ env: { METRICS_PORT: '0' } });
    origin = await portal.listen();
    url = metricsUrl(portal.logged());
    admin = await signedInAs(portal, 'Admin');
  });
  afterAll(() => portal.close());

  const scrape = async () => (await fetch(url)).text();
  const call = (path: string, options: RequestInit = {}) =>
    fetch(origin + path, { ...options, headers: { authorization: `Bearer ${admin.token}` } });

  const series = async () => samplesOf(await scrape()).filter(({ name }) => name === CALLS).length;

  const invented = (count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, index) =>
        portal.raw({
          method: ['GET', 'PUT', 'PROPFIND', 'OPTIONS'][index % 4] ?? '',
          url: `/api/x${index}/%22/{}"`,
        }),
      ),
    );

  /** Expects that work adds this many calls with these labels. A response can reach its client before it is counted. */
  async function expectCalls(work: () => Promise<unknown>, expected: number, ...labels: string[]) {
    const before = sumOf(await scrape(), CALLS, ...labels);
    await work();
    await vi.waitFor(
      async () => expect(sumOf(await scrape(), CALLS, ...labels) - before).toBe(expected),
      soon,
    );
  }

  it('are in Prometheus’ text format', async () => {
    const answer = await fetch(url);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
    const text = await answer.text();
    expect(sumOf(text, 'portal_build_info', `version="${manifest.version}"`, 'process="portal"')).toBe(1);
    expect(text).toContain('# TYPE nodejs_eventloop_lag_p99_seconds gauge');
    expect(text).toContain('# TYPE process_resident_memory_bytes gauge');
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(200);
  });

  it('count calls by method, route pattern and status', async () => {
    const { id } = await portal.succeed(
      patientCreate,
      { body: { firstName: 'Wren', lastName: 'Quillfeather', dateOfBirth: '1970-02-03' } },
      admin,
    );
    const get = endpointUrl(patientGet, { params: { id } });
    const route = 'route="/api/patient/:id"';
    await expectCalls(
      () => Promise.all([call(get), call(get), call(get)]),
      3,
      'method="GET"',
      route,
      'status="200"',
    );
    await expectCalls(() => call('/api/patient/Quillfeather'), 1, 'method="GET"', route, 'status="400"');
    await expectCalls(() => fetch(origin + get), 1, 'method="GET"', route, 'status="401"');
    await expectCalls(() => call(get, { method: 'DELETE' }), 1, 'method="DELETE"', route);
    const text = await scrape();
    const all = sumOf(text, 'portal_http_request_duration_seconds_bucket', route, 'le="+Inf"');
    expect(all).toBe(sumOf(text, CALLS, route));
  });

  it('never contain ids, names, searches, tokens or addresses', async () => {
    const { id } = await portal.succeed(
      patientCreate,
      { body: { firstName: 'Wren', lastName: 'Xanthippe', dateOfBirth: '1970-02-03' } },
      admin,
    );
    const { ticket } = await portal.succeed(liveTicket, {}, admin);
    const paths = [
      endpointUrl(patientGet, { params: { id }, query: { fullSsn: 'true' } }),
      endpointUrl(patientList, { query: { search: 'Xanthippe' } }),
      `/api/Xanthippe/${id}`,
      '/patients/Xanthippe',
      `/hubs/activity?access_token=${ticket}&id=Xanthippe`,
      '/hubs/activity/Xanthippe',
      '/Xanthippe/%zz',
    ];
    for (const path of paths) await call(path);
    const text = await scrape();
    for (const secret of [
      'Xanthippe',
      'Wren',
      id,
      ticket,
      admin.token,
      admin.userName,
      admin.id,
      '127.0.0.1',
    ])
      expect(text).not.toContain(secret);
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  });

  it('have one label for all invented paths and methods', async () => {
    await invented(8);
    const before = await series();
    await expectCalls(() => invented(200), 200, 'method="any",route="unknown",status="404"');
    expect(await series()).toBe(before);
  });

  it.each([HttpTransportType.ServerSentEvents, HttpTransportType.WebSockets])(
    'count live clients, but not their streams as calls (transport %s)',
    async (transport) => {
      const connection = new HubConnectionBuilder()
        .configureLogging(LogLevel.None)
        .withUrl(`${origin}/hubs/activity`, {
          transport,
          accessTokenFactory: async () => (await portal.succeed(liveTicket, {}, admin)).ticket,
        })
        .build();
      const clients = async () => sumOf(await scrape(), 'portal_live_clients');
      await connection.start();
      await vi.waitFor(async () => expect(await clients()).toBe(1), soon);
      await connection.stop();
      await vi.waitFor(async () => expect(await clients()).toBe(0), soon);
      expect(sumOf(await scrape(), CALLS, 'method="GET"', 'route="/hubs/activity"', 'status="200"')).toBe(0);
    },
  );

  it('have the pool, the audit log’s batches and the jobs', async () => {
    await vi.waitFor(async () => expect(sumOf(await scrape(), 'portal_job_runs_total')).toBe(4), soon);
    const text = await scrape();
    expect(sumOf(text, 'portal_database_pool_size')).toBe(6);
    expect(sumOf(text, 'portal_database_pool_connections')).toBeGreaterThan(0);
    expect(sumOf(text, 'portal_database_pool_waiting')).toBe(0);
    expect(sumOf(text, 'portal_audit_reads_waiting')).toBe(0);
    expect(sumOf(text, 'portal_audit_batch_reads_sum')).toBeGreaterThan(0);
    expect(sumOf(text, 'portal_audit_batch_duration_seconds_count', 'outcome="recorded"')).toBeGreaterThan(0);
    expect(sumOf(text, 'portal_audit_batch_duration_seconds_count', 'outcome="failed"')).toBe(0);
    for (const job of ['maintenance', 'audit_check', 'backup']) {
      expect(sumOf(text, 'portal_job_last_success_timestamp_seconds', job)).toBeGreaterThan(1.7e9);
      expect(sumOf(text, 'portal_job_last_duration_seconds', job)).toBeGreaterThan(0);
      expect(sumOf(text, 'portal_job_failures_total', job)).toBe(0);
    }
  });

  it('have the time of the last good backup, once there is one', async () => {
    const name = 'portal_backup_last_good_timestamp_seconds';
    const values = async () =>
      samplesOf(await scrape())
        .filter((sample) => sample.name === name)
        .map(({ value }) => value);
    expect(await values()).toEqual([]);
    await portal.owner.query(
      `insert into backups (kind, started_at, heartbeat_at, finished_at, outcome, file, bytes)
       values ('command', '2026-11-20T01:00:00Z', '2026-11-20T01:00:00Z', '2026-11-20T01:05:00Z', 'good', '/srv/a.age', 1)`,
    );
    expect(await values()).toEqual([Date.parse('2026-11-20T01:05:00Z') / 1000]);
  });

  it('have the result of the last check of the audit log, once there is one', async () => {
    const values = async () => {
      const text = await scrape();
      return ['portal_database_up', 'portal_audit_verification_intact'].map((wanted) =>
        samplesOf(text)
          .filter(({ name }) => name === wanted)
          .map(({ value }) => value),
      );
    };
    expect(await values()).toEqual([[1], []]);
    const check = async () => {
      await portal.deps.auditChecks.begin(null);
      await portal.deps.auditChecks.settled();
    };
    await check();
    expect(await values()).toEqual([[1], [1]]);
    expect(sumOf(await scrape(), 'portal_audit_verification_timestamp_seconds')).toBe(
      portal.clock.now().getTime() / 1000,
    );
    await portal.owner.query('update audit_chains set seq = seq + 1 where chain = 0');
    portal.clock.advance({ minutes: 1 });
    await check();
    await portal.owner.query('update audit_chains set seq = seq - 1 where chain = 0');
    expect(await values()).toEqual([[1], [0]]);
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])('refuse %s', async (method) => {
    const answer = await fetch(url, { method });
    expect([answer.status, answer.headers.get('allow'), await answer.text()]).toEqual([405, 'GET, HEAD', '']);
  });

  it.each(['/', '/metrics/', '/metrics/x', '/api/health', '/metricsx'])('are not at %s', async (path) => {
    expect((await fetch(new URL(path, url))).status).toBe(404);
  });

  it('are not at the portal’s port', async () => {
    expect(await (await call('/metrics')).text()).not.toContain('# TYPE');
    expect((await call('/api/metrics')).status).toBe(404);
  });

  it('are on loopback only', async () => {
    const { port, hostname } = new URL(url);
    expect(hostname).toBe('127.0.0.1');
    const others = Object.values(networkInterfaces()).flatMap((each = []) =>
      each.filter(({ family, internal }) => family === 'IPv4' && !internal),
    );
    for (const { address } of others)
      await expect(fetch(`http://${address}:${port}/metrics`)).rejects.toThrow('fetch failed');
  });
});

it('without METRICS_PORT, nothing is measured or served', async () => {
  const portal = await portalForTest();
  await portal.listen();
  expect(portal.metrics).toBeUndefined();
  expect(() => metricsUrl(portal.logged())).toThrow('serves no metrics');
});

it('metrics are served without a database, and say that it is down', async () => {
  const portal = await portalForTest({ env: { METRICS_PORT: '0' } });
  await portal.listen();
  await portal.deps.db.destroy();
  const text = await (await fetch(metricsUrl(portal.logged()))).text();
  expect(samplesOf(text).filter(({ name }) => name === 'portal_database_up')).toMatchObject([{ value: 0 }]);
});

it('a port that is in use is named with its setting', async () => {
  const first = await portalForTest({ env: { METRICS_PORT: '0' } });
  await first.listen();
  const { port } = new URL(metricsUrl(first.logged()));
  const second = await portalForTest({ env: { METRICS_PORT: port } });
  await expect(second.listen()).rejects.toThrow(
    `Port ${port} is already in use. Stop the other program or set METRICS_PORT to a free one.`,
  );
});

it('METRICS_HOST chooses the address, which must be one of this machine', async () => {
  const portal = await portalForTest({ env: { METRICS_PORT: '0', METRICS_HOST: 'localhost' } });
  await portal.listen();
  const url = new URL(metricsUrl(portal.logged()));
  expect(url.hostname).toBe('localhost');
  expect((await fetch(url)).status).toBe(200);
  // An address of documentation (RFC 5737), which no machine has.
  const elsewhere = await portalForTest({ env: { METRICS_PORT: '0', METRICS_HOST: '192.0.2.1' } });
  await expect(elsewhere.listen()).rejects.toThrow('METRICS_HOST is not an address of this machine.');
});
