import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#db/open-database.ts';
import { readConfig } from '#platform/config.ts';
import { run } from './test/child.ts';
import { makePortalFolder } from './test/portal-folder.ts';

const MIGRATIONS = join(import.meta.dirname, '../../migrations');
/** The version of the old database. */
const OLD = '0038_signing_checks';

let folder: string;
let DATA_DIR: string;
beforeAll(async () => {
  folder = await makePortalFolder();
  DATA_DIR = join(folder, 'data');
  await onDatabase(async (client) => {
    await client.query(
      'create table schema_migrations (name varchar(255) primary key, timestamp varchar(255) not null)',
    );
    for (const file of (await readdir(MIGRATIONS)).toSorted()) {
      const name = file.replace('.sql', '');
      if (name > OLD) break;
      await client.query(await readFile(join(MIGRATIONS, file), 'utf8'));
      await client.query('insert into schema_migrations values ($1, $2)', [name, new Date().toISOString()]);
    }
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function onDatabase<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const access = await openDatabase(readConfig({ DATA_DIR }));
  const client = new Client({ connectionString: access.ownerUrl });
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
    await access.close();
  }
}

const userNames = () =>
  onDatabase(async (client) => {
    const { rows } = await client.query<{ user_name: string }>('select user_name from users');
    return rows.map((row) => row.user_name);
  });

describe('an update of an existing database', () => {
  it('copies it first, and the copy restores it as it was', async () => {
    await onDatabase((client) =>
      client.query(
        `insert into users (user_name, email, first_name, last_name, password_hash)
         values ('before', 'before@practice.example', 'Before', 'Update', '')`,
      ),
    );
    const { code, out, err } = await run(['migrate'], { DATA_DIR });
    expect([code, err]).toEqual([0, '']);
    const file = /^The database was copied before the update: (\S+) \(/.exec(out)?.[1] ?? '';
    expect(file).toMatch(new RegExp(`^${DATA_DIR}/before-update/\\d{8}-\\d{6}_${OLD}\\.age$`));
    expect((await stat(join(DATA_DIR, 'before-update'))).mode & 0o777).toBe(0o700);
    expect((await stat(file)).mode & 0o777).toBe(0o600);

    await writeFile(join(DATA_DIR, 'files'), 'documents stay where they are');
    expect((await run(['restore', file], { DATA_DIR })).err).toMatch(/has a database, which the copy would/);
    await rename(join(DATA_DIR, 'database'), join(DATA_DIR, 'database.failed'));
    expect(await run(['restore', file], { DATA_DIR })).toMatchObject({ code: 0, err: '' });
    expect(await userNames()).toEqual(['before']);
    expect(
      await onDatabase((client) => client.query('select max(name) as name from schema_migrations')),
    ).toMatchObject({ rows: [{ name: OLD }] });

    // The next attempt replaces the copy of the same version.
    await writeFile(join(DATA_DIR, 'before-update', 'notes.txt'), '');
    await writeFile(join(DATA_DIR, 'before-update', '20260101-000000_0037_charges.age'), '');
    await writeFile(join(DATA_DIR, 'before-update', '20250101-000000_0036_template_cases.age'), '');
    expect((await run(['migrate'], { DATA_DIR })).code).toBe(0);
    const kept = (await readdir(join(DATA_DIR, 'before-update'))).toSorted();
    expect(kept).toEqual(['20260101-000000_0037_charges.age', expect.stringContaining(OLD), 'notes.txt']);
    expect(join(DATA_DIR, 'before-update', kept[1] ?? '')).not.toBe(file);
    expect((await run(['migrate'], { DATA_DIR })).out).toBe('The database is up to date.\n');
  });
});
