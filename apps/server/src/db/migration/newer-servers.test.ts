import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, inject, it } from 'vitest';
import { onDatabase, withEmptyDatabase } from '#test/empty-database.ts';
import { ACCEPTED, forEveryServer, REFUSED } from './newer-servers.ts';

const LANDED = join(import.meta.dirname, '../../../migrations/0061_system_reasons.sql');

it('the statement of migration 0061 that newer servers refuse is replaced, and the rest of it runs as it landed', async () => {
  const landed = await readFile(LANDED, 'utf8');
  expect(landed.split(REFUSED)).toHaveLength(2);
  expect(forEveryServer(landed)).toBe(landed.split(REFUSED).join(ACCEPTED));
});

it('what replaces it gives the same column and values', async () => {
  await withEmptyDatabase(async (name) => {
    const client = new Client({ connectionString: onDatabase(inject('postgres').ownerUrl, name) });
    await client.connect();
    const columnsAfter = async (statements: string) => {
      await client.query('begin; create table documents (id int not null); insert into documents values (1)');
      await client.query(statements);
      await client.query('insert into documents values (2)');
      const columns = await client.query(
        `select attnum, attname, atttypid, attnotnull, pg_get_expr(adbin, adrelid) as content
         from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
         where attrelid = 'documents'::regclass and attnum > 0 order by attnum`,
      );
      const values = await client.query('select * from documents order by id');
      await client.query('rollback');
      return [columns.rows, values.rows];
    };
    const asLanded = await columnsAfter(REFUSED);
    expect(asLanded[0]).toHaveLength(2);
    expect(await columnsAfter(ACCEPTED)).toEqual(asLanded);
    await client.end();
  });
});
