import { createHash } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { createFolder, isPresent, syncFolder } from '#platform/disk.ts';
import { canUseFolder, databaseAccount, type Account } from './account.ts';
import { EmbeddedDatabaseError, systemErrorCode } from './error.ts';
import { readIfPresent, readJsonFile, writeDurably } from './files.ts';
import { foreignFolderError } from './owner.ts';

/** For databases that cannot be in their data folder (one folder each) and for copies of the programs. */
export const defaultOutsideFolder = '/var/lib/medical-portal';

/** Where a data folder’s cluster is, and the account that runs it. */
export type Place = { home: string; cluster: string; account: Account };

/**
 * Creates the data folder and its `database` folder, which contains the lock, passwords, log, and the cluster or a
 * pointer to it. Throws `EmbeddedDatabaseError` when this account cannot write there.
 */
export async function prepareDataFolder(dataDir: string): Promise<string> {
  const wanted = join(resolve(dataDir), 'database');
  try {
    const created = await createFolder(wanted);
    // As root, the server runs as another account, which must be able to pass through. Only the owner can list or
    // read.
    const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
    if (created !== undefined) {
      await chmod(wanted, mode);
      if (created !== wanted) await chmod(dirname(wanted), mode);
    }
    return await realpath(wanted);
  } catch (error) {
    if (systemErrorCode(error) === 'EACCES') throw await foreignFolderError(wanted, error);
    if (!['EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT'].includes(systemErrorCode(error) ?? ''))
      throw error;
    throw new EmbeddedDatabaseError(`The data folder ${dataDir} is not writable by this account.`, {
      cause: error,
    });
  }
}

/** The cluster’s place according to the data folder. A cluster inside the data folder need not exist yet. */
export async function findPlace(folder: string): Promise<Place> {
  const home = (await readPointer(folder)) ?? folder;
  if (home !== folder) await claimHome(home, folder);
  const cluster = join(home, 'cluster');
  return { home, cluster, account: await databaseAccount(cluster) };
}

/** The folder of a data folder’s cluster, if it is outside; else the data folder. Checks nothing. */
export async function databaseHome(dataDir: string): Promise<string> {
  return (await readPointer(join(resolve(dataDir), 'database'))) ?? dataDir;
}

/**
 * Creates an empty folder for a new cluster that its account can use. Tries the place found, usually the data folder.
 * If that account cannot enter a parent folder, such as root’s home, uses a folder below `outside` with a pointer in
 * the data folder. Throws `EmbeddedDatabaseError` when neither works.
 */
export async function prepareNewCluster(folder: string, found: Place, outside: string): Promise<Place> {
  const { account } = found;
  if (await tryHome(found.home, account)) return found;
  const refusal =
    `PostgreSQL does not run as root, and its account (uid ${account?.uid ?? 'own'}) can use neither ${folder} nor ` +
    `${outside}: start the portal as a normal user, or move the data folder to a place that account can access.`;
  const home = await createHome(outside, folder).catch((error: unknown) => {
    throw new EmbeddedDatabaseError(refusal, { cause: error });
  });
  if (!(await tryHome(home, account))) {
    await rm(home, { recursive: true });
    throw new EmbeddedDatabaseError(refusal);
  }
  await writeDurably(join(home, 'data-folder'), `${folder}\n`);
  await writeDurably(pointerFile(folder), `${JSON.stringify({ home }, null, 2)}\n`);
  return { home, cluster: join(home, 'cluster'), account };
}

/** Temporary path where a new cluster is built. */
export function unfinishedCluster(home: string): string {
  return join(home, 'cluster.new');
}

async function tryHome(home: string, account: Account): Promise<boolean> {
  const cluster = unfinishedCluster(home);
  await rm(cluster, { recursive: true, force: true });
  await mkdir(cluster, { mode: 0o700 });
  try {
    if (account) await chown(cluster, account.uid, account.gid);
  } catch (error) {
    // In some containers, root cannot change file owners.
    if (!['EPERM', 'EINVAL'].includes(systemErrorCode(error) ?? '')) throw error;
  }
  if (await canUseFolder(account, cluster)) return true;
  await rm(cluster, { recursive: true, force: true });
  return false;
}

async function createHome(outside: string, folder: string): Promise<string> {
  await createFolder(outside);
  await chmod(outside, 0o711);
  // Add a random suffix: a data folder that was deleted and recreated must not find its old cluster.
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  const home = await mkdtemp(join(outside, `${hash}-`));
  await chmod(home, 0o711);
  await syncFolder(outside);
  return home;
}

/** A copy of a data folder points to the original’s cluster. Two folders must never share one. */
async function claimHome(home: string, folder: string): Promise<void> {
  const owner = (await readIfPresent(join(home, 'data-folder')))?.trim();
  if (owner === undefined) {
    if (await isPresent(join(home, 'cluster')))
      throw new EmbeddedDatabaseError(
        `The file ${join(home, 'data-folder')} is missing, but the database is there. Write the file again, with the line ${folder}.`,
      );
    throw new EmbeddedDatabaseError(
      `The database of ${folder} should be in ${home} but is not there; restore it, or remove ${pointerFile(folder)} and ` +
        `the passwords beside it to start with an empty one.`,
    );
  }
  if (owner === folder) return;
  if ((await readPointer(owner)) === home) {
    throw new EmbeddedDatabaseError(
      `The data folder ${dirname(folder)} is a copy of ${dirname(owner)} and cannot share its database in ${home}.`,
    );
  }
  await writeDurably(join(home, 'data-folder'), `${folder}\n`);
}

function pointerFile(folder: string): string {
  return join(folder, 'location.json');
}

async function readPointer(folder: string): Promise<string | undefined> {
  return (await readJsonFile(pointerFile(folder), pointerSchema))?.home;
}

const pointerSchema = z.strictObject({ home: z.string().startsWith('/') });
