import { ready } from '@portal/contract/system';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import { soon } from '#test/soon.ts';

const LOST =
  'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()';

describe('readiness when the database is read-only', () => {
  let portal: TestPortal;
  let superuser: Client;
  let name: string;
  beforeAll(async () => {
    portal = await openTestPortal();
    superuser = new Client({ connectionString: inject('postgres').superuserUrl });
    await superuser.connect();
    name = new URL(portal.deps.config.databaseUrl ?? '').pathname.slice(1);
  });
  afterAll(async () => {
    await superuser.end();
    await portal.close();
  });

  const status = async () => (await portal.call(ready, {})).status;
  /** Changes a database setting, also for open connections. */
  async function set(change: string): Promise<void> {
    await superuser.query(`alter database ${name} ${change}`);
    await superuser.query(LOST, [name]);
  }

  it.each([
    // PostgreSQL reports a full disk with the same error class, at the same point.
    ['no room for temporary files', 'temp_file_limit', "'16kB'"],
    ['read-only transactions', 'default_transaction_read_only', 'on'],
  ])('responds with 503 with %s and with 200 afterwards', async (_what, setting, value) => {
    await vi.waitFor(async () => expect(await status()).toBe(200), soon);
    await set(`set ${setting} = ${value}`);
    await vi.waitFor(async () => expect(await status()).toBe(503), soon);
    // Not only while connections are being restored.
    expect([await status(), await status(), await status()]).toEqual([503, 503, 503]);
    await set(`reset ${setting}`);
    await vi.waitFor(async () => expect(await status()).toBe(200), soon);
  });
});
