import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { checkPages, describeBadPages } from './check-pages.ts';
import { query, Workplace } from './embedded/testing/folders.ts';

const workplace = new Workplace();
afterEach(() => workplace.cleanUp());

it('reads every page of a running database, and names the table of one that was changed on the disk', async () => {
  const database = await workplace.start(join(await workplace.folder(), 'data'));
  await query(
    database.ownerUrl,
    `create table office as select n, repeat('x', 500) as text from generate_series(1, 20000) n`,
  );
  await query(database.ownerUrl, 'create index office_n on office (n)');
  await query(database.superuserUrl, 'checkpoint');
  const check = () => checkPages(database, new AbortController().signal);
  const { pages, bad } = await check();
  expect(bad).toEqual([]);
  expect(pages).toBeGreaterThan(3_000);
  // Pages that are written meanwhile are no damage.
  const writing = query(database.ownerUrl, `update office set text = text || 'y' where n > 1000`);
  expect((await check()).bad).toEqual([]);
  await writing;
  await query(database.superuserUrl, 'checkpoint');

  const [row] = z
    .array(z.object({ heap: z.string(), index: z.string() }))
    .parse(
      await query(
        database.ownerUrl,
        `select pg_relation_filepath('office') as heap, pg_relation_filepath('office_n') as index`,
      ),
    );
  const [heap, index] = [row?.heap ?? '', row?.index ?? ''];
  expect(await readdir(join(database.clusterDir, heap.split('/').slice(0, 2).join('/')))).toContain(
    heap.split('/')[2],
  );
  for (const file of [heap, index]) {
    const handle = await open(join(database.clusterDir, file), 'r+');
    await handle.write(Buffer.from('8 bytes!'), 0, 8, 3 * 8192 + 4000);
    await handle.close();
  }
  const found = await check();
  expect(found.bad).toEqual([
    { file: heap, block: 3, relation: 'office' },
    { file: index, block: 3, relation: 'office_n' },
  ]);
  expect(describeBadPages(found.bad)).toMatch(
    /^The database has 2 damaged pages: office \(base\/\d+\/\d+, page 3\)/,
  );
});
