import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import type { Db } from './database.ts';
import { fixedStatement } from './fixed-statement.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

it('compiles once, and reads with the parameters of each call', async () => {
  let compiled = 0;
  const add = fixedStatement((db: Db, a: number, b: number) => {
    compiled += 1;
    return sql<{ sum: number }>`select ${a}::int + ${b}::int as sum`.compile(db);
  });
  expect(await add(portal.deps.db, 1, 2)).toEqual([{ sum: 3 }]);
  expect(await add(portal.deps.db, 3, 4)).toEqual([{ sum: 7 }]);
  expect(compiled).toBe(1);
});

it.each([
  ['in another order', (db: Db, a: number, b: number) => sql`select ${b}::int, ${a}::int`.compile(db)],
  ['twice', (db: Db, a: number, b: number) => sql`select ${a}::int, ${b}::int, ${a}::int`.compile(db)],
  ['not', (db: Db, a: number) => sql`select ${a}::int`.compile(db)],
])('refuses a statement that uses a parameter %s', async (_how, compile) => {
  await expect(fixedStatement(compile)(portal.deps.db, 1, 2)).rejects.toThrow(/once and in order/);
});
