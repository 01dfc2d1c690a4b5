import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPortal, type TestPortal } from '#test/harness.ts';
import type { Db } from './database.ts';
import { SHARED } from './statement-marks.ts';

const divide = (db: Db, by: number) => sql`select 6 / ${by}::int as result ${SHARED}`.execute(db);

describe('a prepared statement', () => {
  let portal: TestPortal;
  let db: Db;
  beforeAll(async () => {
    portal = await openTestPortal();
    ({ db } = portal.deps);
    await portal.owner.query('create table things (id int primary key, name text)');
    await portal.owner.query('grant all on things to public');
    await portal.owner.query(`insert into things values (1, 'one'), (2, null)`);
  });
  afterAll(() => portal.close());

  const thing = async (id: number) => {
    const { rows } = await sql`select *, now() as at from things where id = ${id} ${SHARED}`.execute(db);
    return rows;
  };

  it('returns the same kind of rows every time, also when several are sent at once', async () => {
    const one = { id: 1, name: 'one', at: expect.any(Date) };
    expect(await Promise.all([thing(1), thing(1)])).toEqual([[one], [one]]);
    expect(await thing(1)).toEqual([one]);
    expect(await thing(2)).toEqual([{ ...one, id: 2, name: null }]);
    expect(await thing(3)).toEqual([]);
  });

  it('fails without affecting the next one', async () => {
    await divide(db, 1);
    const [failed, next] = await Promise.allSettled([divide(db, 0), divide(db, 3)]);
    expect(failed).toMatchObject({ status: 'rejected', reason: { code: '22012' } });
    expect(next).toMatchObject({ status: 'fulfilled', value: { rows: [{ result: 2 }] } });
  });

  it('never mistakes one column for another when the table changes', async () => {
    await thing(1);
    await portal.owner.query('alter table things add extra text default $$x$$');
    await expect(thing(1)).rejects.toThrow('cached plan must not change result type');
    await portal.owner.query('alter table things drop extra');
    expect(await thing(1)).toMatchObject([{ id: 1, name: 'one' }]);
  });
});
