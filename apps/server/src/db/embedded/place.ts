import { createHash } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { makeFolder, syncFolder } from '#platform/disk.ts';
import { canUseFolder, databaseAccount, type Account } from './account.ts';
import { EmbeddedDatabaseError, systemErrorCode } from './error.ts';
import { readIfPresent, readJsonFile, writeDurably } from './files.ts';
import { foreignFolderError } from './owner.ts';

/** Where databases go that cannot lie in their data folder, one folder each, and copies of the programs. */
export const defaultOutsideFolder = '/var/lib/medical-portal';

/** Where one data folder's cluster is, and who runs it. */
export type Place = { home: string; cluster: string; account: Account };

/**
 * The part of the data folder that is the database's: lock, passwords, log, and the cluster or a pointer to it.
 * Both are created when missing. Throws `EmbeddedDatabaseError` when this account may not write there.
 */
export async function prepareDataFolder(dataDir: string): Promise<string> {
  const wanted = join(resolve(dataDir), 'database');
  try {
    const created = await makeFolder(wanted);
    // Root's server runs as another account, which must pass through; nobody but the owner may list or read.
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
    throw new EmbeddedDatabaseError(`The data folder ${dataDir} cannot be written by this account.`, {
      cause: error,
    });
  }
}

/** Where the cluster lies according to the data folder; it need not exist yet when that is in the folder itself. */
export async function findPlace(folder: string): Promise<Place> {
  const home = (await readPointer(folder)) ?? folder;
  if (home !== folder) await claimHome(home, folder);
  const cluster = join(home, 'cluster');
  return { home, cluster, account: await databaseAccount(cluster) };
}

/**
 * Makes an empty folder for a new cluster that its account can use: in the place found, usually the data folder, else
 * (when some folder above that is closed to the account, as root's home is) below `outside`, with a pointer in the
 * data folder. Throws `EmbeddedDatabaseError` when there is no such place.
 */
export async function prepareNewCluster(folder: string, found: Place, outside: string): Promise<Place> {
  const { account } = found;
  if (await tryHome(found.home, account)) return found;
  const refusal =
    `PostgreSQL does not run as root, and its account (uid ${account?.uid ?? 'own'}) can use neither ${folder} nor ` +
    `${outside}: start the portal as a normal user, or put the data folder where that account may enter.`;
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

/** Where a new cluster is built, before it gets its final name in one step. */
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
    // A container may give us root without the right to hand files to others.
    if (!['EPERM', 'EINVAL'].includes(systemErrorCode(error) ?? '')) throw error;
  }
  if (await canUseFolder(account, cluster)) return true;
  await rm(cluster, { recursive: true, force: true });
  return false;
}

async function createHome(outside: string, folder: string): Promise<string> {
  await makeFolder(outside);
  await chmod(outside, 0o711);
  // A random end as well: a data folder deleted and begun anew must not meet its predecessor's cluster.
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  const home = await mkdtemp(join(outside, `${hash}-`));
  await chmod(home, 0o711);
  await syncFolder(outside);
  return home;
}

/** A copy of a data folder points at the original's cluster; two folders must never share one. */
async function claimHome(home: string, folder: string): Promise<void> {
  const owner = (await readIfPresent(join(home, 'data-folder')))?.trim();
  if (owner === undefined) {
    throw new EmbeddedDatabaseError(
      `The database of ${folder} should be in ${home} but is not there; restore it, or remove ${pointerFile(folder)} and ` +
        `the passwords beside it to begin with an empty one.`,
    );
  }
  if (owner === folder) return;
  if ((await readPointer(owner)) === home) {
    throw new EmbeddedDatabaseError(
      `The data folder ${dirname(folder)} is a copy of ${dirname(owner)}, whose database in ${home} it cannot share.`,
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
