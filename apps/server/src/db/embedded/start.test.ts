import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { removeEmbeddedPostgres } from './remove.ts';
import type { EmbeddedPostgres } from './start.ts';
import { query, Workplace } from './test/folders.ts';

const workplace = new Workplace();
afterEach(() => workplace.cleanUp());

describe('the first start of a data folder', () => {
  const shared = new Workplace();
  let dataDir: string;
  let database: EmbeddedPostgres;
  beforeAll(async () => {
    dataDir = join(await shared.folder(), 'data');
    database = await shared.start(dataDir, { durable: true });
  });
  afterAll(() => shared.cleanUp());

  it('creates a cluster with checksums, fsync and UTF-8 that only this machine can reach', async () => {
    const settings = await query(
      database.superuserUrl,
      `SELECT name, setting FROM pg_settings WHERE name IN ('data_checksums', 'fsync', 'full_page_writes',
       'listen_addresses', 'password_encryption', 'server_encoding', 'synchronous_commit', 'unix_socket_directories')
       ORDER BY name`,
    );
    expect(settings).toEqual([
      { name: 'data_checksums', setting: 'on' },
      { name: 'fsync', setting: 'on' },
      { name: 'full_page_writes', setting: 'on' },
      { name: 'listen_addresses', setting: '127.0.0.1' },
      { name: 'password_encryption', setting: 'scram-sha-256' },
      { name: 'server_encoding', setting: 'UTF8' },
      { name: 'synchronous_commit', setting: 'on' },
      { name: 'unix_socket_directories', setting: '' },
    ]);
    const rules = await query(
      database.superuserUrl,
      'SELECT DISTINCT auth_method FROM pg_hba_file_rules ORDER BY 1',
    );
    expect(rules).toEqual([{ auth_method: 'reject' }, { auth_method: 'scram-sha-256' }]);
  });

  it('saves the passwords in a file with mode 0600 and accepts no others', async () => {
    const { mode } = await stat(join(dataDir, 'database', 'credentials.json'));
    expect(mode & 0o777).toBe(0o600);
    const wrong = database.appUrl.replace(/:[^:@]+@/, ':wrong@');
    await expect(query(wrong, 'SELECT 1')).rejects.toThrow('password authentication failed');
  });

  it('lets the owner create tables and extensions, and the running portal only use its grants', async () => {
    await query(database.ownerUrl, 'CREATE EXTENSION pg_trgm; CREATE TABLE office (name text)');
    await expect(query(database.appUrl, 'CREATE TABLE other (name text)')).rejects.toThrow(
      'permission denied',
    );
    await expect(query(database.appUrl, 'SELECT name FROM office')).rejects.toThrow('permission denied');
    await query(database.ownerUrl, 'GRANT SELECT ON office TO portal_app');
    expect(await query(database.appUrl, 'SELECT name FROM office')).toEqual([]);
  });

  it('keeps record values out of the log when statements fail', async () => {
    await query(database.ownerUrl, "CREATE TABLE patient AS SELECT 'Quimby' AS name");
    await query(database.ownerUrl, 'CREATE UNIQUE INDEX ON patient (name)');
    await expect(query(database.ownerUrl, "INSERT INTO patient VALUES ('Quimby')")).rejects.toThrow(
      'duplicate',
    );
    await expect(query(database.ownerUrl, "SELECT 'Quimby'::int")).rejects.toThrow('invalid input');
    await expect(
      query(database.ownerUrl, "DO $$ BEGIN RAISE WARNING 'Quimby'; RAISE EXCEPTION 'Quimby'; END $$"),
    ).rejects.toThrow('Quimby');
    const log = await readFile(database.logFile, 'utf8');
    expect(log).toContain('ready to accept connections');
    expect(log).not.toContain('Quimby');
  });
});

describe('PostgreSQL as a direct child, with checksums and fsync, one instance per data folder', () => {
  it('keeps data and passwords on a second start', async () => {
    const dataDir = join(await workplace.folder(), 'data');
    const first = await workplace.start(dataDir, { durable: true });
    await query(first.ownerUrl, "CREATE TABLE office AS SELECT 'Main' AS name");
    await first.stop();
    const second = await workplace.start(dataDir, { durable: true, port: first.port });
    expect(second.ownerUrl).toBe(first.ownerUrl);
    expect(await query(second.ownerUrl, 'SELECT name FROM office')).toEqual([{ name: 'Main' }]);
  });

  it('refuses a second instance on the folder in one sentence that names the first', async () => {
    const dataDir = join(await workplace.folder(), 'data');
    const first = await workplace.start(dataDir);
    await expect(workplace.start(dataDir)).rejects.toThrow(
      `The data folder ${dataDir} is in use by another instance (process ${process.pid}).`,
    );
    await expect(removeEmbeddedPostgres(dataDir)).rejects.toThrow('in use by another instance');
    expect(await query(first.ownerUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await first.stop();
    await workplace.start(dataDir);
  });

  it('reports a port in use with the end of the server log, and releases the folder', async () => {
    const dataDir = join(await workplace.folder(), 'data');
    const stranger = createServer().listen(0, '127.0.0.1');
    await once(stranger, 'listening');
    workplace.atEnd(async () => {
      stranger.close();
      await once(stranger, 'close');
    });
    const address = stranger.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    if (port === undefined) throw new Error('no port');
    await expect(workplace.start(dataDir, { port })).rejects.toThrow('Address already in use');
    await workplace.start(dataDir);
  });

  it('settings can be tuned, except those that protect durability, privacy and reachability', async () => {
    const dataDir = join(await workplace.folder(), 'data');
    for (const name of ['fsync', 'FSYNC', 'listen_addresses', 'log_statement', 'unix_socket_directories'])
      await expect(workplace.start(dataDir, { settings: { [name]: 'off' } })).rejects.toThrow(
        'cannot be changed',
      );
    const database = await workplace.start(dataDir, { settings: { work_mem: '5MB' } });
    expect(await query(database.appUrl, 'SHOW work_mem')).toEqual([{ work_mem: '5MB' }]);
  });
});
