import { createServer } from 'node:net';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { createLogger } from '#platform/log.ts';
import { openPortal } from '#portal.ts';
import { onDatabase, withEmptyDatabase } from '#test/empty-database.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { explainError } from './explain-error.ts';

let running: TestPortal;
beforeAll(async () => {
  running = await openTestPortal();
});
afterAll(() => running.close());

/** The message an operator sees when the portal cannot start or listen with these settings. */
async function openError(settings: Record<string, string>): Promise<string | undefined> {
  const { databaseUrl = '', migrationDatabaseUrl = '', masterKey = '' } = running.deps.config;
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: databaseUrl,
    MIGRATION_DATABASE_URL: migrationDatabaseUrl,
    MASTER_KEY: masterKey,
    ...settings,
  });
  try {
    const portal = await openPortal(config, { log: createLogger('silent') });
    try {
      await portal.listen();
    } finally {
      await portal.close();
    }
  } catch (error) {
    return explainError(error);
  }
  throw new Error('It could be opened.');
}

it.each([
  ['192.0.2.1', 'HOST is not an address of this machine.'],
  [
    'no-such-host.invalid',
    'The host name no-such-host.invalid cannot be resolved. Check HOST and DATABASE_URL.',
  ],
])('an invalid HOST: %s', async (HOST, sentence) => {
  expect(await openError({ HOST })).toBe(sentence);
});

it.each([
  [
    'a server that is not there',
    { port: '1' },
    'The database refused the connection (port 1). Check DATABASE_URL and that PostgreSQL is running.',
  ],
  [
    'a wrong password',
    { password: 'hunter2' },
    'The database refused the user name or password of DATABASE_URL.',
  ],
  [
    'an unknown user',
    { username: 'nobody' },
    'The database refused the user name or password of DATABASE_URL.',
  ],
  [
    'a database that does not exist',
    { pathname: '/nowhere' },
    'The database named in DATABASE_URL does not exist. Create it first.',
  ],
])('%s', async (_what, change, sentence) => {
  const DATABASE_URL = Object.assign(new URL(inject('postgres').ownerUrl), change).href;
  expect(await openError({ DATABASE_URL, MIGRATION_DATABASE_URL: DATABASE_URL })).toBe(sentence);
});

it('a server that answers on neither address of localhost', async () => {
  const url = new URL(inject('postgres').ownerUrl);
  const DATABASE_URL = Object.assign(url, { hostname: 'localhost', port: '1' }).href;
  expect(await openError({ DATABASE_URL, MIGRATION_DATABASE_URL: DATABASE_URL })).toMatch(
    /^The database refused the connection \(port 1\)/,
  );
});

it('a user without the rights to set the database up', async () => {
  const url = running.deps.config.databaseUrl ?? '';
  expect(await openError({ DATABASE_URL: url, MIGRATION_DATABASE_URL: url })).toMatch(
    /^The database user lacks a permission \(permission denied .*\)\. Set MIGRATION_DATABASE_URL/,
  );
});

it('a server that is not PostgreSQL', async () => {
  const stranger = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  await new Promise<void>((resolve) => void stranger.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void stranger.close());
  const address = stranger.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  const DATABASE_URL = Object.assign(new URL(inject('postgres').ownerUrl), { port }).href;
  expect(await openError({ DATABASE_URL, MIGRATION_DATABASE_URL: DATABASE_URL })).toMatch(
    /^The database is not responding \(.+\)\. Check DATABASE_URL/,
  );
});

it('a database of another program', async () => {
  await withEmptyDatabase(async (name) => {
    const DATABASE_URL = onDatabase(inject('postgres').ownerUrl, name);
    const client = new Client({ connectionString: DATABASE_URL });
    await client.connect();
    await client.query('create table users (name text)');
    await client.end();
    expect(await openError({ DATABASE_URL, MIGRATION_DATABASE_URL: DATABASE_URL })).toBe(
      'The database contains objects that do not belong to the portal (relation "users" already exists). Set DATABASE_URL to an empty database.',
    );
  });
});

it('a search_path that names no schema', async () => {
  await withEmptyDatabase(async (name) => {
    const DATABASE_URL = onDatabase(inject('postgres').ownerUrl, name);
    const client = new Client({ connectionString: DATABASE_URL });
    await client.connect();
    await client.query(`alter database "${name}" set search_path to nowhere`);
    await client.end();
    expect(await openError({ DATABASE_URL, MIGRATION_DATABASE_URL: DATABASE_URL })).toMatch(
      /^The search_path of the database user names no schema\. Run: alter role NAME reset search_path/,
    );
  });
});

it.each(['LATIN1', 'SQL_ASCII'])('a database with the encoding %s', async (encoding) => {
  await withEmptyDatabase(async (name) => {
    const DATABASE_URL = onDatabase(inject('postgres').ownerUrl, name);
    expect(await openError({ DATABASE_URL, MIGRATION_DATABASE_URL: DATABASE_URL })).toBe(
      `The database has the encoding ${encoding}, but the portal needs UTF8. Create another one: create database NAME owner OWNER template template0 encoding 'UTF8' locale 'C.UTF-8'.`,
    );
  }, `template template0 encoding '${encoding}' locale 'C'`);
});

it('an extension in a schema that is not searched', async () => {
  await withEmptyDatabase(async (name) => {
    const DATABASE_URL = onDatabase(inject('postgres').ownerUrl, name);
    const client = new Client({ connectionString: DATABASE_URL });
    await client.connect();
    await client.query('create schema extensions; create extension pg_trgm schema extensions');
    await client.end();
    expect(await openError({ DATABASE_URL, MIGRATION_DATABASE_URL: DATABASE_URL })).toBe(
      'The extension pg_trgm is in the schema “extensions”, where the portal does not find it. Run: alter extension pg_trgm set schema public',
    );
  });
});

it('a certificate for another name is no missing authority', () => {
  const error = Object.assign(new Error('Host: db. is not in the cert'), {
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
  });
  expect(explainError(error)).toBe(
    'The database’s certificate is for another name (Host: db. is not in the cert). Use a name of the certificate as the host in DATABASE_URL.',
  );
});

it('a folder that cannot be created because the file system answers ENOENT', async () => {
  for (const DATA_DIR of ['/proc/portal', '/dev/null/portal'])
    expect(await openError({ DATA_DIR, DATABASE_URL: '', MIGRATION_DATABASE_URL: '' })).toBe(
      `The data folder ${DATA_DIR} is not writable by this account.`,
    );
});

it('bugs of the portal are not explained', () => {
  expect(explainError(new Error('a bug'))).toBeUndefined();
  expect(explainError(new TypeError('x is not a function'))).toBeUndefined();
  expect(explainError(Object.assign(new Error('odd'), { code: 'constructor' }))).toBeUndefined();
  expect(explainError(Object.assign(new Error('gone'), { code: 'ENOENT', syscall: 'open' }))).toBeUndefined();
  expect(explainError('text')).toBeUndefined();
});

it('a statement that this server refuses', async () => {
  const refused = await running.owner
    .query('select 1 for update of nothing')
    .catch((error: unknown) => error);
  const other = await running.owner
    .query('select count(*) from users for update')
    .catch((error: unknown) => error);
  expect(explainError(refused)).toBeUndefined();
  expect(explainError(other)).toMatch(
    /^The database server refuses a statement of the portal \(FOR UPDATE .+\)\. Update the portal/,
  );
});
