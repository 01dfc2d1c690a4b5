import { chown, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArchiveEntry } from '#platform/tar.ts';
import { writeConfiguration } from './configuration.ts';
import { readCredentials, saveCredentials, type Credentials } from './credentials.ts';
import { adoptCluster } from './initialize.ts';
import {
  defaultOutsideFolder,
  findPlace,
  prepareDataFolder,
  prepareNewCluster,
  unfinishedCluster,
} from './place.ts';

/** A cluster that is written from a backup. It cannot be started before `finish`. */
export interface RestoredCluster {
  /** Writes a file or folder of `copyCluster`, whose name the caller has checked. Parent folders come first. */
  write(entry: ArchiveEntry): Promise<void>;
  finish(credentials: Credentials): Promise<void>;
}

/**
 * Prepares a new cluster in an empty data folder, owned by the account that will run it. Its configuration is ours, not that of the copy. PostgreSQL itself forces the
 * files to disk when the copy first starts.
 */
export async function openRestoredCluster(
  dataDir: string,
  outsideFolder = defaultOutsideFolder,
): Promise<RestoredCluster> {
  const folder = await prepareDataFolder(dataDir);
  const place = await prepareNewCluster(folder, await findPlace(folder), outsideFolder);
  const { account } = place;
  const root = unfinishedCluster(place.home);
  return {
    async write({ name, content }) {
      const path = join(root, name);
      if (name.endsWith('/')) {
        await mkdir(path, { mode: 0o700 });
        if (account) await chown(path, account.uid, account.gid);
        return;
      }
      const file = await open(path, 'wx', 0o600);
      try {
        for await (const chunk of content) await file.writeFile(chunk);
        if (account) await file.chown(account.uid, account.gid);
      } finally {
        await file.close();
      }
    },
    async finish(credentials) {
      await writeConfiguration(root, account);
      await saveCredentials(folder, credentials);
      await adoptCluster(place);
    },
  };
}

/** The passwords of a data folder’s database, for its backup. */
export async function clusterCredentials(dataDir: string): Promise<Credentials | undefined> {
  return readCredentials(join(dataDir, 'database'));
}
