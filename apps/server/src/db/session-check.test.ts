import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { asSuperuser, onDatabase, withEmptyDatabase } from '#test/empty-database.ts';
import { dropParameters } from '#test/dropping-pooler.ts';
import { copyTemplate, dropCopy, openTestPortal } from '#test/harness.ts';
import { createDb, createPool, type PoolOptions } from './database.ts';
import { isDatabaseUnavailable } from './database-errors.ts';

const LIMITS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];

async function whoAmI(options: Pick<PoolOptions, 'url'> & Partial<PoolOptions>): Promise<unknown> {
  const db = createDb(createPool({ size: 1, onError: () => undefined, ...options }));
  onTestFinished(() => db.destroy());
  const { rows } = await sql<{ user: string }>`select current_user as user`.execute(db);
  return rows[0]?.user;
}

const refusal = async (options: Parameters<typeof whoAmI>[0]) => {
  try {
    return `accepted as ${String(await whoAmI(options))}`;
  } catch (error) {
    expect(isDatabaseUnavailable(error)).toBe(true);
    return error instanceof Error ? error.message : '';
  }
};

describe('a database connection', () => {
  let appUrl: string;
  let ownerUrl: string;
  let appRole: string;
  beforeAll(async () => {
    ({ appUrl, ownerUrl } = await copyTemplate());
    appRole = new URL(appUrl).username;
  });
  afterAll(() => dropCopy({ appUrl, ownerUrl }));

  it('is used with its role and limits, also through a pooler that passes them on', async () => {
    expect(await whoAmI({ url: appUrl, isRestricted: true })).toBe(appRole);
    const url = await dropParameters(ownerUrl, 'application_name');
    expect(await whoAmI({ url, unhurried: true })).toBe(new URL(ownerUrl).username);
    expect(await whoAmI({ url: await dropParameters(appUrl), isRestricted: true })).toBe(appRole);
  });

  it('is refused when a pooler drops the role: it would act as the owner', async () => {
    const url = await dropParameters(ownerUrl, 'options');
    expect(await refusal({ url, role: appRole, isRestricted: true })).toMatch(
      /acts as “\w+” instead of “\w+”.*may remove entries of the audit log.*ignore_startup_parameters/,
    );
  });

  it('is refused when the login of the application is the owner', async () => {
    expect(await refusal({ url: ownerUrl, isRestricted: true })).toMatch(
      /may remove entries of the audit log/,
    );
  });

  it.each(LIMITS)('is refused when a pooler drops its %s', async (name) => {
    const url = await dropParameters(appUrl, name);
    expect(await refusal({ url })).toMatch(new RegExp(`its ${name} is 0 ms instead of \\d+`));
  });

  it('reads dates and durations also if the database has other formats', async () => {
    await withEmptyDatabase(async (name) => {
      await asSuperuser(async (client) => {
        await client.query(`alter database ${name} set datestyle to 'German'`);
        await client.query(`alter database ${name} set intervalstyle to 'sql_standard'`);
      });
      const db = createDb(createPool({ url: onDatabase(ownerUrl, name), size: 1, onError: () => undefined }));
      const { rows } = await sql`select date '2026-02-03' as day, timestamptz '2026-02-03 04:05Z' as at,
        '2026-02-03'::date::text as text, interval '26 hours' as duration`.execute(db);
      await db.destroy();
      expect(rows).toMatchObject([
        {
          day: '2026-02-03',
          at: new Date('2026-02-03T04:05:00Z'),
          text: '2026-02-03',
          duration: { hours: 26 },
        },
      ]);
    });
  });

  it('is refused before the portal serves anything', async () => {
    const database = { appUrl: await dropParameters(appUrl, ...LIMITS), ownerUrl };
    await expect(openTestPortal({ database })).rejects.toThrow(/not the one that the portal asked for/);
  });
});
