import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startPooler } from '#test/fake-pooler.ts';
import { copyTemplate, dropCopy, openTestPortal } from '#test/harness.ts';
import { createPool } from './database.ts';
import { findPooler } from './pooler.ts';

let appUrl: string;
let ownerUrl: string;
beforeAll(async () => {
  ({ appUrl, ownerUrl } = await copyTemplate());
});
afterAll(() => dropCopy({ appUrl, ownerUrl }));

it('finds no pooler in front of a server', async () => {
  expect(await findPooler(appUrl)).toBeUndefined();
});

it('recognizes a pooler, its mode, and that it loses prepared statements', async () => {
  expect(await findPooler(await startPooler(appUrl, 'session'))).toEqual({
    mode: 'session',
    keepsPrepared: true,
  });
  expect(await findPooler(await startPooler(appUrl, 'transaction'))).toEqual({
    mode: 'transaction',
    keepsPrepared: false,
  });
});

describe('a portal behind a pooler in transaction mode', () => {
  const LOST = /pooler in transaction mode is between.*Set LISTEN_DATABASE_URL/;

  it('does not start without a way to the server', async () => {
    const database = { appUrl: await startPooler(appUrl, 'transaction'), ownerUrl };
    await expect(openTestPortal({ database })).rejects.toThrow(LOST);
  });

  it('does not start if that way, or the one for migrations, leads through the pooler, too', async () => {
    const env = { LISTEN_DATABASE_URL: await startPooler(appUrl, 'transaction') };
    await expect(openTestPortal({ database: { appUrl, ownerUrl }, env })).rejects.toThrow(LOST);
    const owner = await startPooler(ownerUrl, 'transaction');
    await expect(openTestPortal({ database: { appUrl, ownerUrl: owner } })).rejects.toThrow(LOST);
  });

  it('does not start if the pooler loses prepared statements', async () => {
    const env = { LISTEN_DATABASE_URL: appUrl };
    const database = { appUrl: await startPooler(appUrl, 'transaction'), ownerUrl };
    await expect(openTestPortal({ database, env })).rejects.toThrow(
      /loses prepared statements.*PgBouncer keeps them from version 1\.21/,
    );
  });
});

it('through a pooler, the login has the limits, and nothing is asked when a connection opens', async () => {
  const fresh = await copyTemplate();
  onTestFinished(() => dropCopy(fresh));
  // A connection that the pooler opened before.
  const early = new Client({ connectionString: fresh.appUrl });
  early.on('error', () => undefined);
  const ended = new Promise((resolve) => early.once('end', resolve));
  await early.connect();
  const portal = await openTestPortal({
    database: { ...fresh, appUrl: await startPooler(fresh.appUrl, 'session') },
    env: { LISTEN_DATABASE_URL: fresh.appUrl },
  });
  await portal.close();
  await ended;
  const pool = createPool({ url: fresh.appUrl, size: 1, isPooled: true, onError: () => undefined });
  const { rows } = await pool.query('show statement_timeout');
  await pool.end();
  expect(rows).toEqual([{ statement_timeout: '30s' }]);
  const other = createPool({ url: fresh.ownerUrl, size: 1, isPooled: true, onError: () => undefined });
  await expect(other.connect()).rejects.toThrow(/its statement_timeout is 0 ms instead of 30000/);
  await other.end();
});
