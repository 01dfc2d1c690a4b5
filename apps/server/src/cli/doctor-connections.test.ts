import { afterAll, beforeAll, expect, it } from 'vitest';
import { storeLoginLimits } from '#db/login-limits.ts';
import { startPooler } from '#test/fake-pooler.ts';
import { onDatabase, withEmptyDatabase } from '#test/empty-database.ts';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { settingsOf } from '#test/process.ts';
import { runHere } from './test/child.ts';

let portal: TestPortal;
let settings: Record<string, string>;
let url: string;
beforeAll(async () => {
  portal = await openTestPortal();
  settings = settingsOf(portal);
  url = settings['DATABASE_URL'] ?? '';
});
afterAll(() => portal.close());

const finding = async (changed: Record<string, string>) => {
  const { out } = await runHere(['doctor'], { ...settings, ...changed });
  return /^.*connections: .*$/m.exec(out)?.[0] ?? out;
};

it('says how the portal reaches the database, and tries it', async () => {
  expect(await finding({})).toBe(
    'ok      connections: straight to the server; statements, a transaction and a notification were tried',
  );
  expect(await finding({ DATABASE_URL: await startPooler(url, 'session') })).toMatch(
    /^ok {6}connections: through a connection pooler in session mode; /,
  );
});

it('says what a pooler in transaction mode needs', async () => {
  const DATABASE_URL = await startPooler(url, 'transaction');
  expect(await finding({ DATABASE_URL })).toMatch(
    /^FAILED {2}connections: A connection pooler in transaction mode .* Set LISTEN_DATABASE_URL/,
  );
  expect(await finding({ DATABASE_URL, LISTEN_DATABASE_URL: url })).toMatch(
    /^FAILED {2}connections: .* loses prepared statements/,
  );
});

it('warns about a standby that is none', async () => {
  expect(await finding({ READ_DATABASE_URL: url })).toMatch(
    /^WARNING connections: .* tried\. Exports and reports do not use READ_DATABASE_URL: .* not a standby\.$/,
  );
});

it('finds that notifications come from another database', async () => {
  await storeLoginLimits(url);
  await withEmptyDatabase(async (name) => {
    expect(await finding({ LISTEN_DATABASE_URL: onDatabase(url, name) })).toMatch(
      /^FAILED {2}connections: a notification sent through DATABASE_URL did not arrive/,
    );
  });
});
