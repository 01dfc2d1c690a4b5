import { join, resolve } from 'node:path';
import { isPresent, systemErrorCode } from '#platform/disk.ts';
import { databaseUrls, readCredentials } from './credentials.ts';
import { readIfPresent } from './files.ts';
import { isServerOf } from './orphan.ts';
import { foreignFolderError } from './owner.ts';
import { findPlace } from './place.ts';

/** A server that another process runs. The URLs contain passwords: never log them. */
export type RunningDatabase = {
  superuserUrl: string;
  ownerUrl: string;
  appUrl: string;
  clusterDir: string;
};

/**
 * Whether the data folder has a database, wherever its cluster is. Throws `EmbeddedDatabaseError` when the folder is
 * not readable.
 */
export async function hasEmbeddedDatabase(dataDir: string): Promise<boolean> {
  const folder = databaseFolder(dataDir);
  try {
    for (const name of ['credentials.json', 'location.json', 'cluster'])
      if (await isPresent(join(folder, name))) return true;
    return false;
  } catch (error) {
    if (systemErrorCode(error) === 'EACCES') throw await foreignFolderError(folder, error);
    throw error;
  }
}

/** The data folder’s server if it is running and accepts connections, regardless of which process started it. */
export async function findRunningDatabase(dataDir: string): Promise<RunningDatabase | undefined> {
  const folder = databaseFolder(dataDir);
  const { cluster } = await findPlace(folder);
  const [pid, , , port, , , , status = ''] = (
    (await readIfPresent(join(cluster, 'postmaster.pid'))) ?? ''
  ).split('\n');
  const credentials = await readCredentials(folder);
  if (credentials === undefined || status.trim() !== 'ready' || !(await isServerOf(Number(pid), cluster)))
    return undefined;
  return { ...databaseUrls(credentials, Number(port)), clusterDir: cluster };
}

const databaseFolder = (dataDir: string) => join(resolve(dataDir), 'database');
