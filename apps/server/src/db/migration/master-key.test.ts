import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { deriveKeys, loadKeys, type Keys } from '#security/keys.ts';
import { onDatabase, withEmptyDatabase } from '#test/empty-database.ts';
import { makeUser, signIn } from '#test/factories.ts';
import { portalForTest } from '#test/harness.ts';
import { TEST_KEYS, TEST_NOW } from '#test/settings.ts';
import { migrate } from './migrate.ts';

const OTHER_KEYS = deriveKeys(Buffer.alloc(32, 8));
const REFUSED = 'The master key does not belong to this database. Restore keys/master.key';

/** The database part of a start with this key. */
const startWith = (ownerUrl: string, load: Keys | (() => Promise<Keys>)) =>
  migrate({
    ownerUrl,
    appRole: 'portal_app',
    actAsAppRole: false,
    loadKeys: typeof load === 'function' ? load : async () => load,
    now: TEST_NOW,
  });

/** Everything that a start could change. */
const CONTENT = `select (select json_agg(c order by chain) from audit_chains c) as chains,
  (select count(*) from audit_log) as entries, (select count(*) from schema_migrations) as migrations,
  (select json_agg(xmin::text) from permissions) as permissions`;

async function practice() {
  const portal = await portalForTest();
  const { userName } = await makeUser(portal);
  await signIn(portal, userName);
  return { portal, ownerUrl: portal.deps.config.migrationDatabaseUrl ?? '' };
}

describe('an existing database', () => {
  it('refuses another master key and writes nothing', async () => {
    const { portal, ownerUrl } = await practice();
    const before = (await portal.owner.query(CONTENT)).rows;
    await expect(startWith(ownerUrl, OTHER_KEYS)).rejects.toThrow(REFUSED);
    expect((await portal.owner.query(CONTENT)).rows).toEqual(before);
    expect((await startWith(ownerUrl, TEST_KEYS)).keys).toBe(TEST_KEYS);
  });

  it('refuses to start without its key and creates none', async () => {
    const { ownerUrl } = await practice();
    const folder = await mkdtemp(join(tmpdir(), 'portal-keys-'));
    const dataDir = join(folder, 'data');
    await expect(
      migrate({
        ownerUrl,
        appRole: 'portal_app',
        actAsAppRole: false,
        loadKeys: (options) => loadKeys(undefined, dataDir, options),
        now: TEST_NOW,
      }),
    ).rejects.toThrow(/master\.key is missing\. Restore it from the backup/);
    expect(existsSync(dataDir)).toBe(false);
    await rm(folder, { recursive: true });
  });

  it('without a fingerprint, only accepts the key of its audit log', async () => {
    const { portal, ownerUrl } = await practice();
    await portal.owner.query('delete from master_key_fingerprint');
    // Verification detects tampering with the log. It must not block the practice’s key.
    await portal.owner.query(`update audit_chains set head_mac = '\\x00' where chain < 31`);
    const before = (await portal.owner.query(CONTENT)).rows;
    await expect(startWith(ownerUrl, OTHER_KEYS)).rejects.toThrow(REFUSED);
    expect((await portal.owner.query(CONTENT)).rows).toEqual(before);

    await startWith(ownerUrl, TEST_KEYS);
    const { rows } = await portal.owner.query('select fingerprint from master_key_fingerprint');
    expect(rows).toEqual([{ fingerprint: TEST_KEYS.fingerprint }]);
    await portal.owner.query('delete from audit_log; delete from audit_chains');
    await expect(startWith(ownerUrl, OTHER_KEYS)).rejects.toThrow(REFUSED);
  });

  it('without a fingerprint and chain heads, refuses every key', async () => {
    const { portal, ownerUrl } = await practice();
    await portal.owner.query('delete from master_key_fingerprint; delete from audit_chains');
    await expect(startWith(ownerUrl, OTHER_KEYS)).rejects.toThrow(REFUSED);
  });
});

describe('concurrent first starts on an empty database', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portal-keys-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const firstStarts = (name: string, folders: readonly string[]) =>
    Promise.allSettled(
      folders.map((dataDir) =>
        migrate({
          ownerUrl: onDatabase(inject('postgres').ownerUrl, name),
          appRole: 'portal_app',
          actAsAppRole: false,
          loadKeys: (options) => loadKeys(undefined, join(folder, dataDir), options),
          now: TEST_NOW,
        }),
      ),
    );

  it('with a shared data folder, all start with the same key', async () => {
    await withEmptyDatabase(async (name) => {
      const starts = await firstStarts(name, ['shared', 'shared', 'shared']);
      const keys = starts.map((start) => start.status === 'fulfilled' && start.value.keys.fingerprint);
      const file = await readFile(join(folder, 'shared/keys/master.key'), 'utf8');
      const { fingerprint } = deriveKeys(Buffer.from(file, 'base64'));
      expect(keys).toEqual([fingerprint, fingerprint, fingerprint]);
    });
  });

  it('with separate data folders, one starts; the others report the missing key and create none', async () => {
    await withEmptyDatabase(async (name) => {
      const folders = ['one', 'two', 'three'];
      const starts = await firstStarts(name, folders);
      const outcomes = starts.map((start, index) => ({
        outcome:
          start.status === 'fulfilled' ? 'up' : String(start.reason).replace(/^.*(?=master\.key is)/, ''),
        hasKey: existsSync(join(folder, folders[index] ?? '', 'keys/master.key')),
      }));
      expect(outcomes.toSorted((one) => (one.outcome === 'up' ? -1 : 1))).toEqual([
        { outcome: 'up', hasKey: true },
        ...Array.from({ length: 2 }, () => ({
          outcome: expect.stringMatching(/^master\.key is missing\. Restore it/),
          hasKey: false,
        })),
      ]);
      const client = new Client({ connectionString: onDatabase(inject('postgres').ownerUrl, name) });
      await client.connect();
      const { rows } = await client.query('select count(*)::int as chains from audit_chains');
      await client.end();
      expect(rows).toEqual([{ chains: 32 }]);
    });
  });
});
