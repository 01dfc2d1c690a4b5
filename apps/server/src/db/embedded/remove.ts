import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { lockFolder } from './lock.ts';
import { clearOrphan } from './orphan.ts';
import { findPlace, prepareDataFolder } from './place.ts';

/**
 * Deletes the database of a data folder with all its records, wherever its cluster is, and leaves the rest of the
 * folder. For test databases and for starting over. Throws `EmbeddedDatabaseError` when an instance is using it.
 */
export async function removeEmbeddedPostgres(dataDir: string): Promise<void> {
  const folder = await prepareDataFolder(dataDir);
  const lock = await lockFolder(folder, `The data folder ${dirname(folder)}`);
  try {
    const { home, cluster } = await findPlace(folder);
    await clearOrphan(cluster);
    await rm(home, { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true });
  } finally {
    lock.release();
  }
}
