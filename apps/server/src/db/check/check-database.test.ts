import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EmbeddedPostgres } from '../embedded/start.ts';
import { query, Workplace } from '../embedded/test/folders.ts';
import { checkDatabase } from './check-database.ts';

const workplace = new Workplace();
const signal = new AbortController().signal;

let dataDir: string;
let database: EmbeddedPostgres;
/** With a table, its indexes and a value that is stored apart, all written to the disk. */
beforeAll(async () => {
  dataDir = join(await workplace.folder(), 'data');
  database = await workplace.start(dataDir);
  await query(
    database.ownerUrl,
    `create table office (id int primary key, name text);
     insert into office select n, 'Office ' || n from generate_series(1, 2000) as n;
     create table letter (id int primary key, content text);
     alter table letter alter content set storage external;
     insert into letter values (1, repeat('x', 50000));
     create table visit (id int, at date) partition by range (at);
     create table visit_2026 partition of visit for values from ('2026-01-01') to ('2027-01-01');
     insert into visit select n, '2026-05-01' from generate_series(1, 2000) as n;
     create index visit_id on visit (id)`,
  );
  await query(database.superuserUrl, 'checkpoint');
});
afterAll(() => workplace.cleanUp());

/** Runs SQL as the superuser, in the database of the portal. */
function administer(statement: string): Promise<unknown[]> {
  const url = new URL(database.superuserUrl);
  url.pathname = new URL(database.ownerUrl).pathname;
  return query(url.href, statement);
}

/** The file of what the SQL expression names. */
async function fileOf(relation: string): Promise<string> {
  const [row] = await administer(`select pg_relation_filepath(${relation}) as path`);
  return join(database.clusterDir, String(Object(row).path));
}

/** Overwrites 8 bytes near the end of a page. Returns a function that undoes it. */
async function damage(path: string, page: number): Promise<() => Promise<void>> {
  expect((await stat(path)).size).toBeGreaterThan(page * 8192);
  const at = page * 8192 + 8000;
  const file = await open(path, 'r+');
  const { buffer: before } = await file.read(Buffer.alloc(8), 0, 8, at);
  await file.write(Buffer.alloc(8, 0xab), 0, 8, at);
  return async () => {
    await file.write(before, 0, 8, at);
    await file.close();
  };
}

const LETTERS = `(select reltoastrelid from pg_class where relname = 'letter')`;
const check = ({ ownerUrl, superuserUrl } = database) =>
  checkDatabase({ ownerUrl, superuserUrl }, { signal });

describe('a check of the whole database', { timeout: 120_000 }, () => {
  it('reads every page, table and index of an intact one, and leaves nothing behind', async () => {
    const found = await check();
    expect(found).toMatchObject({ tables: 3, indexes: 3, areIndexesChecked: true, damaged: [] });
    expect(found?.pages).toBeGreaterThan(500);
    expect(await query(database.ownerUrl, 'select extname from pg_extension')).toEqual([
      { extname: 'plpgsql' },
    ]);
    // Two at once would wait for each other.
    const both = await Promise.all([check(), check()]);
    expect(both.filter((each) => each !== undefined).length).toBeGreaterThan(0);
  });

  it.each([
    ['a table', `'office'`, 'table office', 0],
    ['a page in the middle', `'office'`, 'table office', 3],
    ['a partition', `'visit_2026'`, 'table visit_2026', 0],
    ['an index', `'office_pkey'`, 'index office_pkey', 1],
    ['a value stored apart', LETTERS, 'table letter', 2],
    ['a table of the system', `'pg_description'`, 'table pg_description', 0],
  ])(
    'finds 8 bytes that were overwritten in %s, also while the server still has the page',
    async (_what, relation, name, page) => {
      const mend = await damage(await fileOf(relation), page);
      const found = await check();
      await mend();
      expect(found?.damaged).toEqual([name]);
      expect((await check())?.damaged).toEqual([]);
    },
  );

  it('takes pages that are written during the check for intact', async () => {
    await administer(
      'create table busy as select n, repeat($$x$$, 500) as text from generate_series(1, 20000) as n',
    );
    const writing = administer('update busy set text = text || $$y$$');
    expect((await check())?.damaged).toEqual([]);
    await writing;
    await administer('drop table busy');
  });

  it('finds an index that lacks a row, on pages that are intact', async () => {
    const setReady = (isReady: boolean) =>
      administer(`update pg_index set indisready = ${isReady} where indexrelid = 'office_pkey'::regclass`);
    await setReady(false);
    await administer(`insert into office values (5000, 'Unseen')`);
    await setReady(true);
    expect((await check())?.damaged).toEqual(['index office_pkey']);
    await administer('reindex index office_pkey');
    expect((await check())?.damaged).toEqual([]);
  });

  it('without the superuser, reads all values, and says that it cannot check indexes', async () => {
    const read = ({ ownerUrl } = database) => checkDatabase({ ownerUrl }, { signal });
    expect(await read()).toMatchObject({ pages: undefined, areIndexesChecked: false, damaged: [] });
    const path = await fileOf(LETTERS);
    await database.stop();
    const mend = await damage(path, 2);
    database = await workplace.start(dataDir);
    expect((await read())?.damaged).toEqual(['table letter']);
    await mend();
  });
});
