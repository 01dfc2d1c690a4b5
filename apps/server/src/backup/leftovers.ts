import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { FolderInUseError, lockFolder } from '#db/embedded/lock.ts';
import { removeEmbeddedPostgres } from '#db/embedded/remove.ts';
import { isPresent } from '#platform/disk.ts';

/** Subfolders of the data folder that backups are unpacked to. What a killed command left there is readable without a passphrase. */
export const STAGING_FOLDERS = { restore: 'restore.partial', check: 'check.partial' } as const;

/** Removes what killed commands unpacked, and ends its database server. Leaves what a running command uses. */
export async function removeLeftovers(dataDir: string): Promise<void> {
  for (const name of Object.values(STAGING_FOLDERS)) {
    const folder = join(resolve(dataDir), name);
    if (!(await isPresent(folder))) continue;
    try {
      (await lockFolder(folder, `The folder ${folder}`)).release();
    } catch (error) {
      if (error instanceof FolderInUseError) continue;
      throw error;
    }
    await removeUnpacked(folder);
  }
}

/** Removes a folder with an unpacked backup, wherever its database is. */
export async function removeUnpacked(folder: string): Promise<void> {
  if (await isPresent(join(folder, 'database'))) await removeEmbeddedPostgres(folder);
  await rm(folder, { recursive: true, force: true });
}
