import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isPresent } from '#platform/disk.ts';
import { findBinaries, type Binaries } from './binaries.ts';
import {
  credentialsFile,
  newCredentials,
  readCredentials,
  saveCredentials,
  type Credentials,
} from './credentials.ts';
import { EmbeddedDatabaseError } from './error.ts';
import { readIfPresent } from './files.ts';
import { adoptCluster, initializeCluster } from './initialize.ts';
import { lockFolder, type FolderLock } from './lock.ts';
import { assertClusterUsable } from './owner.ts';
import { findPlace, prepareNewCluster, unfinishedCluster, type Place } from './place.ts';

/** A cluster with everything needed to start it. */
export type OpenCluster = { place: Place; binaries: Binaries; credentials: Credentials };

/**
 * Opens the folder’s cluster, or creates it if the folder never had one. A cluster outside the data folder is also
 * locked (in `locks`), because a copy of the data folder could point to it. Throws `EmbeddedDatabaseError`, above all
 * when the folder’s cluster is missing: an empty one must not silently replace it.
 */
export async function openCluster(
  folder: string,
  outside: string,
  durable: boolean,
  locks: FolderLock[],
): Promise<OpenCluster> {
  const found = await findPlace(folder);
  const version = await readIfPresent(join(found.cluster, 'PG_VERSION'));
  if (version === undefined) await refuseIncomplete(found.cluster);
  const known = await readCredentials(folder);
  // Passwords are saved after the cluster is built. Passwords without a cluster mean that the first start was
  // interrupted.
  if (version === undefined && known && !(await isPresent(unfinishedCluster(found.home)))) {
    throw new EmbeddedDatabaseError(
      `The database of ${dirname(folder)} is missing from ${found.home}; restore it, or remove ${folder} to start with an empty one.`,
    );
  }
  const place = version === undefined ? await prepareNewCluster(folder, found, outside) : found;
  if (place.home !== folder) locks.push(await lockFolder(place.home, `The database ${place.home}`));
  const binaries = await findBinaries(place.account, place.account ? outside : folder);
  if (version === undefined) {
    return { place, binaries, credentials: await createCluster(folder, place, binaries, durable) };
  }
  if (Number(version) !== binaries.majorVersion) {
    throw new EmbeddedDatabaseError(
      `The database in ${place.home} was created by PostgreSQL ${version.trim()}, which PostgreSQL ${binaries.majorVersion} cannot open.`,
    );
  }
  if (!known)
    throw new EmbeddedDatabaseError(
      `${credentialsFile(folder)} with the database's passwords is missing. Restore it from the backup, then start again.`,
    );
  await assertClusterUsable(place);
  return { place, binaries, credentials: known };
}

/** Files without the one that marks a cluster are never replaced: every table may still be there. */
async function refuseIncomplete(cluster: string): Promise<void> {
  if (!(await isPresent(cluster)) || (await readdir(cluster)).length === 0) return;
  const mark = join(cluster, 'PG_VERSION');
  const same = join(cluster, 'base', '1', 'PG_VERSION');
  throw new EmbeddedDatabaseError(
    (await isPresent(same))
      ? `The file ${mark} is missing, but the database is there. Copy the file back (cp -p ${same} ${mark}) and run doctor --database, or restore a backup.`
      : `The database in ${cluster} is incomplete: ${mark} and other files are missing. Restore a backup into an empty data folder.`,
  );
}

async function createCluster(
  folder: string,
  place: Place,
  binaries: Binaries,
  durable: boolean,
): Promise<Credentials> {
  await rm(credentialsFile(folder), { force: true });
  const credentials = newCredentials();
  await initializeCluster(place, binaries, credentials.superuser, durable);
  await saveCredentials(folder, credentials);
  await adoptCluster(place);
  return credentials;
}
