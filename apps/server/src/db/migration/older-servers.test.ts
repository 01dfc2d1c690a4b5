import { Client, type Pool } from 'pg';
import { expect, inject, it } from 'vitest';
import { makePatient, signedInAs } from '#test/factories.ts';
import { onDatabase } from '#test/empty-database.ts';
import { portalForTest, type TestPortal } from '#test/harness.ts';
import { UUIDV7 } from './older-servers.ts';

const VERSION_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Creates the function also where the server has one, as in a database that came from an older server. */
async function addFunction(owner: Pool): Promise<void> {
  const { rows } = await owner.query("select to_regprocedure('public.uuidv7()') as found");
  if (rows[0].found === null) await owner.query(UUIDV7);
}

async function asApp<T>({ deps }: TestPortal, work: (client: Client) => Promise<T>): Promise<T> {
  const name = new URL(deps.config.databaseUrl ?? '').pathname.slice(1);
  const client = new Client({ connectionString: onDatabase(inject('postgres').appUrl, name) });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

it('the function for older servers returns version 7 UUIDs of the current time in strict order', async () => {
  const portal = await portalForTest();
  await addFunction(portal.owner);
  const before = Date.now();
  const ids = await asApp(portal, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      'select public.uuidv7() as id from generate_series(1, 20000)',
    );
    return rows.map(({ id }) => id);
  });
  const after = Date.now();
  expect(ids.filter((id) => !VERSION_7.test(id))).toEqual([]);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(20_000);
  const times = ids.map((id) => Number.parseInt(id.replace('-', '').slice(0, 12), 16));
  expect(times[0]).toBeGreaterThanOrEqual(before);
  expect(times.at(-1)).toBeLessThanOrEqual(after);
});

it('a database from an older server works as before: its tables keep using the function', async () => {
  const portal = await portalForTest();
  await addFunction(portal.owner);
  const { rows: tables } = await portal.owner.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'id' and column_default like '%uuidv7()'`,
  );
  expect(tables.length).toBeGreaterThan(20);
  for (const { name } of tables)
    await portal.owner.query(`alter table ${name} alter column id set default public.uuidv7()`);

  const restarted = await portalForTest({ sameDatabaseAs: portal });
  const user = await signedInAs(restarted, 'Admin');
  const patient = await makePatient(restarted);
  expect([user.id, patient.id].filter((id) => !VERSION_7.test(id))).toEqual([]);
});
