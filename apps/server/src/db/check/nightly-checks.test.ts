import { Client } from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import { systemStatus } from '#features/system/index.ts';
import { portalForTest, type TestPortal } from '#test/harness.ts';
import { metricsUrl, samplesOf } from '#test/metrics.ts';
import { lastDatabaseCheck } from './check-store.ts';
import { DatabaseChecks } from './nightly-checks.ts';

/** Runs SQL as the superuser, in the database of a portal. */
async function administer(portal: TestPortal, statement: string): Promise<void> {
  const url = new URL(inject('postgres').superuserUrl);
  url.pathname = new URL(portal.deps.config.databaseUrl ?? '').pathname;
  const client = new Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

it('the database is read every night; damage is a reason, a metric and in the log until it is gone', async () => {
  const portal = await portalForTest({ env: { METRICS_PORT: '0' } });
  await portal.listen();
  const { deps, clock, owner } = portal;
  const checkedAt = async () => (await lastDatabaseCheck(deps.db, clock.now()))?.started_at;
  const metric = async (wanted: string) =>
    samplesOf(await (await fetch(metricsUrl(portal.logged()))).text())
      .filter(({ name }) => name === wanted)
      .map(({ value }) => value);

  // 10:00 AM in the practice’s time zone, then 2:15 AM.
  await deps.databaseChecks.runIfDue();
  expect(await checkedAt()).toBeUndefined();
  expect(await metric('portal_database_intact')).toEqual([]);
  clock.advance({ hours: 16, minutes: 15 });
  const night = clock.now();
  await deps.databaseChecks.runIfDue();
  expect(await checkedAt()).toEqual(night);
  expect(await metric('portal_database_intact')).toEqual([1]);
  expect(portal.logged()).toContain('the database is intact');
  clock.advance({ hours: 2 });
  await deps.databaseChecks.runIfDue();
  expect(await checkedAt()).toEqual(night);

  await owner.query('create table visit (id int)');
  await administer(portal, `update pg_class set relfilenode = 1000000000 where relname = 'visit'`);
  clock.advance({ hours: 23 });
  await deps.databaseChecks.runIfDue();
  const { status, reasons } = await systemStatus(deps);
  expect([status, reasons.map(({ code, text }) => [code, text.split('.')[0]])]).toEqual([
    'Degraded',
    [['databaseDamaged', 'The last check of the database found damage: table visit']],
  ]);
  expect(await metric('portal_database_intact')).toEqual([0]);
  expect(portal.logged()).toContain('the database is damaged');

  await administer(portal, `update pg_class set relfilenode = oid where relname = 'visit'`);
  clock.advance({ hours: 24 });
  await deps.databaseChecks.runIfDue();
  expect(await systemStatus(deps)).toEqual({ status: 'Healthy', reasons: [] });
});

it('a check that cannot be finished says nothing about the database, and is tried again', async () => {
  const portal = await portalForTest();
  const { db, clock, log } = portal.deps;
  portal.clock.advance({ hours: 16, minutes: 15 });
  const access = { ownerUrl: 'postgres://127.0.0.1:1/none' };
  const checks = new DatabaseChecks({ db, access, clock, log, timeZone: 'America/New_York' });
  onTestFinished(() => checks.close());
  await expect(checks.runIfDue()).rejects.toThrow('ECONNREFUSED');
  expect(await lastDatabaseCheck(db, clock.now())).toBeUndefined();
  await checks.close();
  await checks.runIfDue();
});
