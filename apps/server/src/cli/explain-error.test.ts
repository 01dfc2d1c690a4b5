import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { readConfig } from '#config.ts';
import { createLogger } from '#log.ts';
import { openPortal } from '#portal.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { explainError } from './explain-error.ts';

let running: TestPortal;
beforeAll(async () => {
  running = await openTestPortal();
});
afterAll(() => running.close());

/** What the operator is told when the portal cannot be opened with the settings, or cannot listen. */
async function told(settings: Record<string, string>): Promise<string | undefined> {
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
  ['no-such-host.invalid', 'The name no-such-host.invalid is not known. Check HOST and DATABASE_URL.'],
])('a HOST that is none: %s', async (HOST, sentence) => {
  expect(await told({ HOST })).toBe(sentence);
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
  expect(await told({ DATABASE_URL, MIGRATION_DATABASE_URL: DATABASE_URL })).toBe(sentence);
});

it('a server that answers on localhost by neither of its addresses', async () => {
  const url = new URL(inject('postgres').ownerUrl);
  const DATABASE_URL = Object.assign(url, { hostname: 'localhost', port: '1' }).href;
  expect(await told({ DATABASE_URL, MIGRATION_DATABASE_URL: DATABASE_URL })).toMatch(
    /^The database refused the connection \(port 1\)/,
  );
});

it('a user without the rights to set the database up', async () => {
  const url = running.deps.config.databaseUrl ?? '';
  expect(await told({ DATABASE_URL: url, MIGRATION_DATABASE_URL: url })).toMatch(
    /^The database user lacks a right \(permission denied .*\)\. Set MIGRATION_DATABASE_URL/,
  );
});

it('what is our own mistake is not explained away', () => {
  expect(explainError(new Error('a bug'))).toBeUndefined();
  expect(explainError(new TypeError('x is not a function'))).toBeUndefined();
  expect(explainError(Object.assign(new Error('odd'), { code: 'constructor' }))).toBeUndefined();
  expect(explainError('text')).toBeUndefined();
});
