import { permissions } from '@portal/contract/session';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { createLogger } from '#platform/log.ts';
import { openPortal } from '#portal.ts';
import { signedInAs } from '#test/factories.ts';
import { asSuperuser, onDatabase, withEmptyDatabase } from '#test/empty-database.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { TEST_KEYS, TEST_MASTER_KEY, TEST_NOW } from '#test/settings.ts';
import { migrate, pendingMigrations, type MigrateOptions } from './migrate.ts';

const { superuserUrl, ownerUrl, appUrl } = inject('postgres');

const options = (name: string): MigrateOptions => ({
  ownerUrl: onDatabase(ownerUrl, name),
  appRole: new URL(appUrl).username,
  actAsAppRole: false,
  loadKeys: async () => TEST_KEYS,
  now: TEST_NOW,
});

describe('migrations', () => {
  it('with three concurrent processes on a new database, one applies them and all continue', async () => {
    await withEmptyDatabase(async (name) => {
      const starts = await Promise.all([1, 2, 3].map(() => migrate(options(name))));
      const [applied, ...others] = starts
        .map((start) => start.applied)
        .toSorted((a, b) => b.length - a.length);
      expect(applied?.[0]).toBe('0001_foundation');
      expect(others).toEqual([[], []]);
      expect((await migrate(options(name))).applied).toEqual([]);
    });
  });

  it('a failing migration is reported and rolled back', async () => {
    await withEmptyDatabase(async (name) => {
      const client = new Client({ connectionString: onDatabase(ownerUrl, name) });
      await client.connect();
      // Conflicts with the last table of the foundation migration.
      await client.query('create table audit_chains (x int)');
      await expect(migrate(options(name))).rejects.toThrow('relation "audit_chains" already exists');
      const { rows } = await client.query("select to_regclass('roles') as roles");
      expect(rows).toEqual([{ roles: null }]);
      await client.query('drop table audit_chains');
      await client.end();
      expect((await migrate(options(name))).applied).toContain('0001_foundation');
    });
  });

  it('a role name that is not a plain identifier is refused', async () => {
    await withEmptyDatabase(async (name) => {
      await expect(migrate({ ...options(name), appRole: 'x"; drop table users; --' })).rejects.toThrow(
        'an invalid name',
      );
    });
  });
});

describe('reference data', () => {
  let portal: TestPortal;
  let name: string;
  beforeAll(async () => {
    portal = await openTestPortal();
    name = new URL(portal.deps.config.databaseUrl ?? '').pathname.slice(1);
  });
  afterAll(() => portal.close());

  const grantsOf = async (role: 'Staff' | 'Admin') =>
    (await portal.succeed(permissions, {}, await signedInAs(portal, role))).map((each) => each.name);

  it('is complete', async () => {
    expect(await pendingMigrations(portal.deps.db)).toEqual([]);
    const { rows } = await portal.owner.query(
      `select (select count(*)::int from roles) as roles, (select count(*)::int from permissions) as permissions,
        (select count(*)::int from audit_chains) as chains, (select count(*)::int from titles) as titles`,
    );
    expect(rows).toEqual([{ roles: 6, permissions: 27, chains: 32, titles: 5 }]);
  });

  it('a start keeps an administrator’s changes', async () => {
    await portal.owner.query(
      `delete from role_permissions where role_id = (select id from roles where name = 'Staff')
        and permission_id = (select id from permissions where name = 'Patient.Create')`,
    );
    await portal.owner.query("update titles set is_active = false where code = 'DO'");
    await portal.owner.query("delete from titles where code = 'CRNA'");
    await migrate(options(name));
    expect(await grantsOf('Staff')).not.toContain('Patient.Create');
    const { rows } = await portal.owner.query('select code, is_active from titles order by display_order');
    expect(rows).toEqual([
      { code: 'MD', is_active: true },
      { code: 'DO', is_active: false },
      { code: 'NP', is_active: true },
      { code: 'PA-C', is_active: true },
    ]);
  });

  it('a permission that is new in this version gets its default grants', async () => {
    await portal.owner.query(
      `delete from role_permissions where permission_id = (select id from permissions where name = 'Message.View')`,
    );
    await portal.owner.query("delete from permissions where name = 'Message.View'");
    expect(await grantsOf('Staff')).not.toContain('Message.View');
    await migrate(options(name));
    expect(await grantsOf('Staff')).toContain('Message.View');
    expect(await grantsOf('Staff')).not.toContain('Patient.Create');
  });

  it('the application’s role can use all tables except the migrations’ and cannot change the schema', async () => {
    const { rows } = await sql<{ name: string; may: string }>`
      select c.relname as name, concat_ws(' ',
        case when has_table_privilege(c.oid, 'select') then 'select' end,
        case when has_table_privilege(c.oid, 'insert') then 'insert' end,
        case when has_table_privilege(c.oid, 'update') then 'update' end,
        case when has_table_privilege(c.oid, 'delete') then 'delete' end,
        case when has_table_privilege(c.oid, 'truncate') then 'truncate' end) as may
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      order by 1`.execute(portal.deps.db);
    const special: Record<string, string> = {
      // Only the columns of revocation and last use can be updated.
      api_keys: 'select insert',
      api_key_permissions: 'select insert',
      audit_log: 'select insert',
      audit_chains: 'select update',
      audit_marks: 'select insert',
      master_key_fingerprint: 'select',
      permission_audit: 'select insert',
      timecard_corrections: 'select insert',
      dictation_addenda: 'select insert',
      signed_prints: 'select insert',
      co_signatures: 'select insert update',
      // Only missing content can be added.
      letterheads: 'select insert',
      practice_logos: 'select insert',
      practice_letterhead: 'select update',
      rights_version: 'select',
      schema_migrations: 'select',
      schema_migrations_lock: 'select',
    };
    for (const row of rows) expect(row.may).toBe(special[row.name] ?? 'select insert update delete');
    expect(rows.map((row) => row.name)).toEqual(expect.arrayContaining(Object.keys(special)));
  });
});

it('with a single login that owns the database, the portal switches to a role without ownership', async () => {
  await withEmptyDatabase(async (name) => {
    const config = readConfig({
      DATABASE_URL: onDatabase(superuserUrl, name),
      MASTER_KEY: TEST_MASTER_KEY.toString('base64'),
      DATABASE_POOL_SIZE: '2',
    });
    const portal = await openPortal(config, { log: createLogger('silent') });
    try {
      const { rows } = await sql<{ role: string }>`select current_user as role`.execute(portal.deps.db);
      expect(rows).toEqual([{ role: 'portal_app' }]);
      await expect(sql`delete from audit_log`.execute(portal.deps.db)).rejects.toThrow('permission denied');
      expect((await portal.app.inject('/api/ready')).statusCode).toBe(200);
    } finally {
      await portal.close();
    }
  });
});

it('a portal that fails to open closes all connections', async () => {
  await withEmptyDatabase(async (name) => {
    const config = readConfig({
      DATABASE_URL: onDatabase(appUrl, name),
      MIGRATION_DATABASE_URL: onDatabase(ownerUrl, name),
      MASTER_KEY: TEST_MASTER_KEY.toString('base64'),
      TRUSTED_PROXIES: '10.0.0.0/8',
    });
    // The notifier’s connection is opened last. Nobody can connect after the migration here.
    await asSuperuser((client) => client.query(`revoke connect on database ${name} from public`));
    await expect(openPortal(config, { log: createLogger('silent') })).rejects.toThrow(
      'permission denied for database',
    );
    const { rows } = await asSuperuser((client) =>
      client.query('select pid from pg_stat_activity where datname = $1', [name]),
    );
    expect(rows).toEqual([]);
  });
});
