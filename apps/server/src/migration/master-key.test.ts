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
const REFUSED = 'The master key is not the one this database was set up with. Restore keys/master.key';

/** A start with this key, as far as the database is concerned. */
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

describe('a database that was set up', () => {
  it('refuses another master key, and nothing is written', async () => {
    const { portal, ownerUrl } = await practice();
    const before = (await portal.owner.query(CONTENT)).rows;
    await expect(startWith(ownerUrl, OTHER_KEYS)).rejects.toThrow(REFUSED);
    expect((await portal.owner.query(CONTENT)).rows).toEqual(before);
    expect((await startWith(ownerUrl, TEST_KEYS)).keys).toBe(TEST_KEYS);
  });

  it('refuses to go on without its key, and none is made', async () => {
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

  it('without a fingerprint adopts the key that its audit log was made with, and no other', async () => {
    const { portal, ownerUrl } = await practice();
    await portal.owner.query('delete from master_key_fingerprint');
    // Tampering with the log is for its verification to find; it must not keep the practice's key out.
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

  it('without a fingerprint and without the ends of its log refuses every key', async () => {
    const { portal, ownerUrl } = await practice();
    await portal.owner.query('delete from master_key_fingerprint; delete from audit_chains');
    await expect(startWith(ownerUrl, OTHER_KEYS)).rejects.toThrow(REFUSED);
  });
});

describe('first starts at once on an empty database', () => {
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

  it('with one data folder all come up with the same key', async () => {
    await withEmptyDatabase(async (name) => {
      const starts = await firstStarts(name, ['shared', 'shared', 'shared']);
      const keys = starts.map((start) => start.status === 'fulfilled' && start.value.keys.fingerprint);
      const file = await readFile(join(folder, 'shared/keys/master.key'), 'utf8');
      const { fingerprint } = deriveKeys(Buffer.from(file, 'base64'));
      expect(keys).toEqual([fingerprint, fingerprint, fingerprint]);
    });
  });

  it('with a data folder each one comes up; the others are told that its key is missing, and make none', async () => {
    await withEmptyDatabase(async (name) => {
      const folders = ['one', 'two', 'three'];
      const starts = await firstStarts(name, folders);
      const outcomes = starts.map((start, index) => ({
        told: start.status === 'fulfilled' ? 'up' : String(start.reason).replace(/^.*(?=master\.key is)/, ''),
        hasKey: existsSync(join(folder, folders[index] ?? '', 'keys/master.key')),
      }));
      expect(outcomes.toSorted((one) => (one.told === 'up' ? -1 : 1))).toEqual([
        { told: 'up', hasKey: true },
        ...Array.from({ length: 2 }, () => ({
          told: expect.stringMatching(/^master\.key is missing\. Restore it/),
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
