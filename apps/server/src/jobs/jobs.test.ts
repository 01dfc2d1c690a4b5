import { sql } from 'kysely';
import { LoginThrottle } from '#authz/login-throttle.ts';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { makeUser, signIn } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { runMaintenance } from './maintenance.ts';
import { systemStatus } from '#features/system/index.ts';

const DAY = 24 * 3_600_000;

describe('maintenance', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await openTestPortal();
  });
  afterAll(() => portal.close());

  /** Runs maintenance as if this many days had passed. */
  const after = (days: number) => {
    const later = new Date(portal.clock.now().getTime() + days * DAY);
    return runMaintenance({ ...portal.deps, clock: { now: () => later } });
  };
  const count = async (table: string) => (await portal.owner.query(`select from ${table}`)).rowCount ?? 0;

  it('removes expired records only, and never audit entries', async () => {
    const { id, userName } = await makeUser(portal);
    await signIn(portal, userName);
    const now = portal.clock.now();
    await portal.owner.query(
      `insert into idempotency_keys (user_id, key, request_hash, created_at) values ($1, 'k', '', $2)`,
      [id, now],
    );
    await portal.deps.db
      .transaction()
      .execute((tx) => new LoginThrottle(portal.deps.keys).recordFailure(tx, 'somebody', '127.0.0.1', now));
    const entries = await count('audit_log');
    const counts = async () => ({
      keys: await count('idempotency_keys'),
      failures: await count('login_failures'),
      sessions: await count('sessions'),
      activities: await count('activities'),
    });
    await after(1);
    expect(await counts()).toEqual({ keys: 1, failures: 1, sessions: 1, activities: 1 });
    await after(1.001);
    expect(await counts()).toEqual({ keys: 0, failures: 0, sessions: 1, activities: 1 });
    await after(30.001);
    expect(await counts()).toEqual({ keys: 0, failures: 0, sessions: 1, activities: 0 });
    await after(90.501);
    expect(await counts()).toEqual({ keys: 0, failures: 0, sessions: 0, activities: 0 });
    expect(await count('audit_log')).toBe(entries);
  });

  it('creates the audit log’s partitions of this month and the next two', async () => {
    await after(200);
    const { rows } = await portal.owner.query<{ name: string }>(
      "select relid::regclass::text as name from pg_partition_tree('audit_log') where isleaf",
    );
    expect(rows.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['audit_log_2027_06', 'audit_log_2027_07', 'audit_log_2027_08']),
    );
  });

  it('does nothing while another process runs it', async () => {
    const other = await portal.owner.connect();
    await other.query("begin; select pg_advisory_xact_lock(hashtext('medical-portal-maintenance'))");
    await after(400);
    await other.query('commit');
    other.release();
    const { rows } = await portal.owner.query("select to_regclass('audit_log_2027_12') as name");
    expect(rows).toEqual([{ name: null }]);
  });
});

describe('system status', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await openTestPortal();
    const { userName } = await makeUser(portal);
    await signIn(portal, userName);
  });
  afterAll(() => portal.close());

  const status = async () => (await systemStatus(portal.deps)).status;
  it('is Healthy when all checks pass, for every chain', async () => {
    const looks = new Set<string>();
    // A few at a time: each has less than two seconds, which very many exceed on a busy machine.
    for (let round = 0; round < 20; round += 1)
      for (const look of await Promise.all(Array.from({ length: 5 }, status))) looks.add(look);
    expect([...looks]).toEqual(['Healthy']);
  });

  it.each([
    [
      'the head of a chain was changed',
      'update audit_chains set seq = seq + 1 where chain = 0',
      'update audit_chains set seq = seq - 1 where chain = 0',
    ],
    [
      'a chain is missing',
      'create table kept as select * from audit_chains where chain = 31; delete from audit_chains where chain = 31',
      'insert into audit_chains table kept; drop table kept',
    ],
    [
      'the newest entry is gone',
      'create table kept as table audit_log; delete from audit_log',
      'insert into audit_log table kept; drop table kept',
    ],
    [
      'this month has no partition',
      'alter table audit_log_2026_11 rename to away',
      'alter table away rename to audit_log_2026_11',
    ],
  ])('is Degraded when %s', async (_what, spoil, mend) => {
    await portal.owner.query(spoil);
    onTestFinished(async () => void (await portal.owner.query(mend)));
    let seen: string = 'Healthy';
    // Each call checks the head of one chain.
    for (let look = 0; look < 500 && seen === 'Healthy'; look += 1) seen = await status();
    expect(seen).toBe('Degraded');
  });

  it('is Degraded when notifications do not arrive', async () => {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'medical-portal-listen'`.execute(
      portal.deps.db,
    );
    let seen = await status();
    while (seen === 'Healthy') seen = await status();
    expect(seen).toBe('Degraded');
    while (seen !== 'Healthy') seen = await status();
  });
});
