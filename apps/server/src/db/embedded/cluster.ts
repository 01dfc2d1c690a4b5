import { rm } from 'node:fs/promises';
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
import { refuseForeignCluster } from './owner.ts';
import { findPlace, prepareNewCluster, unfinishedCluster, type Place } from './place.ts';

/** A cluster with all that is needed to start it. */
export type OpenCluster = { place: Place; binaries: Binaries; credentials: Credentials };

/**
 * The folder's cluster, made when there has never been one. A cluster outside the data folder is locked too (into
 * `locks`), because a copied data folder could lead there as well. Throws `EmbeddedDatabaseError`, above all when the
 * folder once had a cluster that is gone: an empty one must not silently take its place.
 */
export async function openCluster(
  folder: string,
  outside: string,
  durable: boolean,
  locks: FolderLock[],
): Promise<OpenCluster> {
  const found = await findPlace(folder);
  const version = await readIfPresent(join(found.cluster, 'PG_VERSION'));
  const known = await readCredentials(folder);
  // Passwords are kept only after the cluster was built, so alone they mean a first start that was interrupted just then.
  if (version === undefined && known && !(await isPresent(unfinishedCluster(found.home)))) {
    throw new EmbeddedDatabaseError(
      `The database of ${dirname(folder)} is missing from ${found.home}; restore it, or remove ${folder} to begin with an empty one.`,
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
      `The database in ${place.home} is of PostgreSQL ${version.trim()}, which PostgreSQL ${binaries.majorVersion} cannot open.`,
    );
  }
  if (!known)
    throw new EmbeddedDatabaseError(
      `${credentialsFile(folder)} with the database's passwords is missing. Restore it from the backup, then start again.`,
    );
  await refuseForeignCluster(place);
  return { place, binaries, credentials: known };
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
