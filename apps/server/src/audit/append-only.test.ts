import { login, me } from '@portal/contract/session';
import { officeCreate, officeGet, officeList } from '@portal/contract/offices';
import { patientGet, patientList } from '@portal/contract/patients';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runMaintenance } from '#jobs/maintenance.ts';
import { makeOffice, makePatient, makeUser, signedInAs, type SignedInUser } from '#test/factories.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { TEST_KEYS, TEST_PASSWORD } from '#test/settings.ts';
import { verifyAuditLog } from './verify.ts';

const FIELDS = {
  name: 'North Clinic',
  address: '9 Elm Street',
  city: 'Towson',
  state: 'MD',
  zipCode: '21204',
  phone: '4105550123',
};

describe('the audit log', () => {
  let portal: TestPortal;
  let admin: SignedInUser;
  beforeAll(async () => {
    portal = await openTestPortal();
    admin = await signedInAs(portal, 'Admin');
  });
  afterAll(() => portal.close());

  /** Runs the calls while the application's role cannot append to the log. */
  async function withoutAudit<T>(work: () => Promise<T>): Promise<T> {
    const { rows } = await sql<{ role: string }>`select current_user as role`.execute(portal.deps.db);
    await portal.owner.query(`revoke insert on audit_log from ${rows[0]?.role}`);
    try {
      return await work();
    } finally {
      await portal.owner.query(`grant insert on audit_log to ${rows[0]?.role}`);
    }
  }
  const asApp = (statement: string) => sql.raw(statement).execute(portal.deps.db);
  const entries = async () => {
    const { rows } = await portal.owner.query('select count(*)::int as count from audit_log');
    return Number(rows[0]?.count);
  };

  describe('append-only for the application’s database role', () => {
    it.each([
      "update audit_log set action = 'x'",
      'update audit_log set mac = mac where false',
      'delete from audit_log',
      'truncate audit_log',
      'drop table audit_log',
      'alter table audit_log add column x int',
      'alter table audit_log disable trigger all',
      'alter table audit_log detach partition audit_log_default',
      'create table audit_log_copy partition of audit_log for values from (minvalue) to (maxvalue)',
      'create rule r as on insert to audit_log do instead nothing',
      'alter role current_user superuser',
      'create table public.x (id int)',
      'delete from audit_chains',
      'truncate audit_chains',
      'insert into audit_chains select 99, 0, mac, head_mac from audit_chains limit 1',
      "update audit_marks set heads = '[]'",
      'update audit_marks set mac = mac where false',
      'delete from audit_marks',
      'truncate audit_marks',
      'drop table audit_marks',
      "insert into schema_migrations values ('9999_x', now())",
      'set role portal_owner',
      "update pg_class set relname = 'x'",
      "alter function audit_log_ensure_partition(date) set search_path = 'pg_temp'",
    ])('refuses: %s', async (statement) => {
      await expect(asApp(statement)).rejects.toThrow(
        /permission denied|must be (?:owner|superuser)|must have admin/,
      );
    });

    it('does not let the role grant itself privileges', async () => {
      // PostgreSQL only warns here.
      await asApp('grant update on audit_log to current_user');
      await expect(asApp('update audit_log set mac = mac where false')).rejects.toThrow(/permission denied/);
    });

    it('refuses the same statements on every partition, including future ones', async () => {
      const later = new Date('2027-02-09T00:00:00Z');
      await runMaintenance({ ...portal.deps, clock: { now: () => later } });
      const { rows } = await portal.owner.query<{ name: string }>(
        "select relid::regclass::text as name from pg_partition_tree('audit_log') where isleaf",
      );
      expect(rows.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['audit_log_default', 'audit_log_2026_11', 'audit_log_2027_04']),
      );
      for (const { name } of rows) {
        for (const statement of [
          `update ${name} set action = 'x'`,
          `delete from ${name}`,
          `truncate ${name}`,
          `insert into ${name} select * from audit_log`,
          `drop table ${name}`,
        ])
          await expect(asApp(statement)).rejects.toThrow(/permission denied|must be owner/);
      }
    });

    it('detects an entry copied into an earlier month', async () => {
      await asApp(
        `insert into audit_log (id, at, chain, seq, action, entity_type, mac) select uuidv7(), at - interval '1 year', chain, seq, action, entity_type, mac from audit_log where (chain, seq) = (select chain, seq from audit_log where seq = 1 order by chain limit 1)`,
      );
      const { firstBad } = await verifyAuditLog(portal.deps.db, TEST_KEYS.audit);
      expect(firstBad).toMatchObject({ seq: 1, tampering: 'inserted' });
      await portal.owner.query("delete from audit_log where at < '2026-01-01'");
    });
  });

  describe('when an entry cannot be written', () => {
    const FAILED = {
      status: 503,
      headers: { 'retry-after': '2' },
      error: { code: 'UNAVAILABLE', message: expect.stringContaining('audit log cannot be written') },
    };

    it('rolls back the change with its activity, idempotency key and notifications', async () => {
      const before = await entries();
      const heard: string[] = [];
      portal.deps.notifier.on('activity', ({ id }) => void heard.push(id));
      const headers = { 'idempotency-key': 'create-once' };
      const create = () => portal.call(officeCreate, { body: FIELDS }, { ...admin, headers });
      expect(await withoutAudit(create)).toMatchObject(FAILED);
      const offices = await portal.succeed(officeList, {}, admin);
      expect(offices.map(({ name }) => name)).not.toContain(FIELDS.name);
      expect(await entries()).toBe(before);
      expect(heard).toEqual([]);
      // Once the log is writable again, the same call succeeds as if it were the first.
      expect(await create()).toMatchObject({ status: 201, headers: { 'content-type': expect.any(String) } });
      expect((await create()).headers).toMatchObject({ 'idempotent-replay': 'true' });
    });

    it('returns none of the data that was read', async () => {
      const { id } = await makePatient(portal, { firstName: 'Wilhelmina', lastName: 'Secret' });
      await withoutAudit(async () => {
        for (const answer of [
          await portal.call(patientGet, { params: { id } }, admin),
          await portal.call(patientList, {}, admin),
        ]) {
          expect(answer).toMatchObject(FAILED);
          expect(JSON.stringify(answer)).not.toContain('Wilhelmina');
        }
      });
      expect((await portal.call(patientGet, { params: { id } }, admin)).status).toBe(200);
    });

    it.each([
      'alter table audit_log rename to audit_log_away',
      'alter table audit_chains rename to audit_chains_away',
      `create function refuse() returns trigger language plpgsql as $$begin raise exception 'no'; end$$;
       create trigger refuse before insert on audit_log for each row execute function refuse()`,
    ])('answers a read with 503 after %s', async (statement) => {
      const { id } = await makePatient(portal, { lastName: 'Secret' });
      const client = await portal.owner.connect();
      try {
        await client.query(statement);
        const answer = await portal.call(patientGet, { params: { id } }, admin);
        expect(answer).toMatchObject(FAILED);
        expect(JSON.stringify(answer)).not.toContain('Secret');
      } finally {
        await client.query(`alter table if exists audit_log_away rename to audit_log;
          alter table if exists audit_chains_away rename to audit_chains;
          drop trigger if exists refuse on audit_log; drop function if exists refuse`);
        client.release();
      }
      expect((await portal.call(patientGet, { params: { id } }, admin)).status).toBe(200);
    });

    it('refuses every sign-in', async () => {
      const { id, userName } = await makeUser(portal);
      const body = { username: userName, password: TEST_PASSWORD };
      expect(await withoutAudit(() => portal.call(login, { body }))).toMatchObject(FAILED);
      const sessions = await portal.deps.db
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', id)
        .execute();
      expect(sessions).toEqual([]);
    });

    it('also fails calls without permission, because the refusal cannot be recorded', async () => {
      const staff = await signedInAs(portal, 'Staff');
      const office = await makeOffice(portal);
      const answer = await withoutAudit(() => portal.call(officeGet, { params: { id: office } }, staff));
      expect(answer).toMatchObject(FAILED);
    });

    it('still serves calls that record nothing', async () => {
      expect((await withoutAudit(() => portal.call(me, {}, admin))).status).toBe(200);
    });
  });

  it('spreads concurrent writers over several chains and keeps all chains intact', async () => {
    const staff = await signedInAs(portal, 'Staff');
    const before = await entries();
    const calls = Array.from({ length: 50 }, (_, index) => [
      portal.call(officeCreate, { body: { ...FIELDS, name: `Office at once ${index}` } }, admin),
      portal.call(officeGet, { params: { id: admin.id } }, staff),
      portal.call(patientList, {}, staff),
    ]).flat();
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(Map.groupBy(statuses, (status) => status).get(201)).toHaveLength(50);
    expect(Map.groupBy(statuses, (status) => status).get(403)).toHaveLength(50);
    expect(Map.groupBy(statuses, (status) => status).get(200)).toHaveLength(50);
    expect(await entries()).toBe(before + 150);
    const { rows } = await portal.owner.query('select count(distinct chain)::int as chains from audit_log');
    expect(rows[0]?.chains).toBeGreaterThan(2);
    expect(await verifyAuditLog(portal.deps.db, TEST_KEYS.audit)).toMatchObject({ firstBad: null });
  });

  it('commits concurrent reads together and stays verifiable while being written', async () => {
    const checks = [];
    const reads = [];
    for (let count = 0; count < 5; count += 1) {
      for (let read = 0; read < 20; read += 1) reads.push(portal.call(patientList, {}, admin));
      checks.push(verifyAuditLog(portal.deps.db, TEST_KEYS.audit));
    }
    for (const { firstBad } of await Promise.all(checks)) expect(firstBad).toBeNull();
    for (const { status } of await Promise.all(reads)) expect(status).toBe(200);
  });
});
