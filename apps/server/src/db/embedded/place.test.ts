import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { runAs } from './account.ts';
import { assertClusterUsable } from './owner.ts';
import { findPlace } from './place.ts';
import { removeEmbeddedPostgres } from './remove.ts';
import { query, Workplace } from './test/folders.ts';

const workplace = new Workplace();
afterEach(() => workplace.cleanUp());

/** A data folder that points to a database outside it. */
async function pointedFolder(): Promise<{ folder: string; home: string }> {
  const folder = join(await workplace.folder(), 'data', 'database');
  const home = await workplace.folder();
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'location.json'), JSON.stringify({ home }));
  await writeFile(join(home, 'data-folder'), folder);
  return { folder, home };
}

describe('where a data folder keeps its cluster', () => {
  it('a data folder inside a folder with mode 0700 works; for root, the cluster is outside it', async () => {
    const outsideFolder = await workplace.folder();
    const dataDir = join(await workplace.folder(0o700), 'clone', 'data');
    const first = await workplace.start(dataDir, { outsideFolder });
    const isOutside = first.clusterDir.startsWith(outsideFolder);
    expect(isOutside).toBe(process.getuid?.() === 0);
    await query(first.ownerUrl, "CREATE TABLE office AS SELECT 'Main' AS name");
    await first.stop();

    const second = await workplace.start(dataDir, { outsideFolder });
    expect(second.clusterDir).toBe(first.clusterDir);
    expect(await query(second.ownerUrl, 'SELECT name FROM office')).toEqual([{ name: 'Main' }]);
    await second.stop();

    await removeEmbeddedPostgres(dataDir);
    expect(await readdir(dataDir)).toEqual([]);
    expect((await readdir(outsideFolder)).filter((name) => !name.startsWith('postgres-'))).toEqual([]);
  });

  it('a database of which only the file PG_VERSION is missing is not given up', async () => {
    const outsideFolder = await workplace.folder();
    const dataDir = join(await workplace.folder(), 'data');
    const first = await workplace.start(dataDir, { outsideFolder });
    await query(first.ownerUrl, "CREATE TABLE office AS SELECT 'Main' AS name");
    await first.stop();
    const mark = join(first.clusterDir, 'PG_VERSION');
    const same = join(first.clusterDir, 'base/1/PG_VERSION');
    await rename(mark, `${mark}.away`);
    await expect(workplace.start(dataDir, { outsideFolder })).rejects.toThrow(
      `The file ${mark} is missing, but the database is there. Copy the file back (cp -p ${same} ${mark})`,
    );
    const credentials = join(dataDir, 'database/credentials.json');
    await rename(credentials, `${credentials}.away`);
    await expect(workplace.start(dataDir, { outsideFolder })).rejects.toThrow(`The file ${mark} is missing`);
    await rename(`${credentials}.away`, credentials);

    const { code } = await runAs(undefined, '/bin/cp', ['-p', same, mark]);
    expect(code).toBe(0);
    const second = await workplace.start(dataDir, { outsideFolder });
    expect(await query(second.ownerUrl, 'SELECT name FROM office')).toEqual([{ name: 'Main' }]);
    await second.stop();

    for (const file of [mark, same]) await rm(file);
    await expect(workplace.start(dataDir, { outsideFolder })).rejects.toThrow(
      `The database in ${first.clusterDir} is incomplete`,
    );
  });

  it('a database outside its data folder is not given up without the file that names that', async () => {
    const { folder, home } = await pointedFolder();
    await mkdir(join(home, 'cluster'));
    await rm(join(home, 'data-folder'));
    await expect(findPlace(folder)).rejects.toThrow(
      `The file ${join(home, 'data-folder')} is missing, but the database is there. Write the file again, with the line ${folder}.`,
    );
  });

  it('reports in one sentence that there is no usable folder', async () => {
    const closed = await workplace.folder(0o700);
    const outsideFolder = join(closed, 'file');
    await writeFile(outsideFolder, '');
    const outcome = await workplace.start(join(closed, 'data'), { outsideFolder }).then(
      () => 'started',
      (error: unknown) => String(error),
    );
    expect(outcome).toMatch(process.getuid?.() === 0 ? /PostgreSQL does not run as root, and/ : /^started$/);
  });

  it('a copy of a data folder does not share the original’s cluster', async () => {
    const { folder, home } = await pointedFolder();
    const copy = join(await workplace.folder(), 'copy', 'database');
    await cp(folder, copy, { recursive: true });
    await expect(findPlace(copy)).rejects.toThrow(
      `is a copy of ${join(folder, '..')} and cannot share its database in ${home}`,
    );
    expect(await findPlace(folder)).toMatchObject({ home });
  });

  it('a data folder that was moved keeps its cluster', async () => {
    const { folder, home } = await pointedFolder();
    const moved = join(await workplace.folder(), 'moved', 'database');
    await cp(folder, moved, { recursive: true });
    await rm(folder, { recursive: true });
    expect(await findPlace(moved)).toMatchObject({ home });
    expect(await readFile(join(home, 'data-folder'), 'utf8')).toBe(`${moved}\n`);
  });

  it('a missing cluster is never replaced with an empty one', async () => {
    const dataDir = join(await workplace.folder(), 'data');
    const database = await workplace.start(dataDir);
    await database.stop();
    await rm(database.clusterDir, { recursive: true });
    await expect(workplace.start(dataDir)).rejects.toThrow(`The database of ${dataDir} is missing`);

    const { folder, home } = await pointedFolder();
    await rm(home, { recursive: true });
    await expect(findPlace(folder)).rejects.toThrow('restore it, or remove');
  });

  it('an interrupted first start is repeated', async () => {
    const folder = join(await workplace.folder(), 'data', 'database');
    await mkdir(join(folder, 'cluster.new', 'base'), { recursive: true });
    await chmod(folder, 0o755);
    await writeFile(join(folder, 'initial-password'), 'left behind');
    const database = await workplace.start(join(folder, '..'));
    expect(await query(database.appUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(await readdir(folder)).not.toContain('initial-password');
  });

  it('explains how to fix a copied cluster that lost its owner or mode', async () => {
    const dataDir = join(await workplace.folder(), 'data');
    const database = await workplace.start(dataDir);
    const { clusterDir: cluster } = database;
    await database.stop();
    const { uid } = await stat(cluster);
    await expect(assertClusterUsable({ cluster, account: { uid: 4321, gid: 4321 } })).rejects.toThrow(
      `${cluster} belongs to the account with uid ${uid}, but PostgreSQL runs as uid 4321 here. Make uid 4321 the owner`,
    );
    await chmod(cluster, 0o755);
    await expect(workplace.start(dataDir)).rejects.toThrow(`Run: chmod 700 ${cluster}`);
    await chmod(cluster, 0o700);
    await workplace.start(dataDir);
  });

  it('names the account that owns an unusable folder', async () => {
    const folder = join(await workplace.folder(), 'data', 'database');
    await mkdir(join(folder, 'lock'), { recursive: true });
    await expect(workplace.start(join(folder, '..'))).rejects.toThrow(
      `This account (uid ${process.getuid?.()}) cannot use ${join(folder, 'lock')}.`,
    );
  });
});
