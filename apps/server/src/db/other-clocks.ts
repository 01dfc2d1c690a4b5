import { mkdtemp, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { OtherClock } from '#platform/clock-trust.ts';
import type { Config } from '#platform/config.ts';
import { systemErrorCode } from '#platform/disk.ts';
import { databaseTime } from './clock-watch.ts';
import type { Db } from './database.ts';

/** Clocks that this computer’s clock must agree with: the database’s, and that of the disk for nightly backups. */
export async function otherClocks({
  db,
  config,
}: {
  readonly db: Db;
  readonly config: Config;
}): Promise<OtherClock[]> {
  const { nightly } = config.backup;
  const disk = nightly === undefined ? undefined : await diskClock(nightly.folder);
  const database = { name: 'the database', time: await databaseTime(db) };
  return [database, ...(disk === undefined ? [] : [disk])];
}

/** The clock of the disk with this folder; undefined when nothing can be written there. */
async function diskClock(folder: string): Promise<OtherClock | undefined> {
  try {
    const probe = await mkdtemp(join(folder, '.clock-'));
    try {
      return { name: `the disk of ${folder}`, time: (await stat(probe)).mtime };
    } finally {
      await rmdir(probe);
    }
  } catch (error) {
    // The check of the backups reports a folder that cannot be written.
    if (systemErrorCode(error) === undefined) throw error;
    return undefined;
  }
}
