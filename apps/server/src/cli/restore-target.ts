import { chmod, mkdir, readdir, rename, statfs, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { lockFolder } from '#db/embedded/lock.ts';
import { createFolder, isPresent, syncFolder, systemErrorCode } from '#platform/disk.ts';
import { removeUnpacked, STAGING_FOLDERS } from '#backup/leftovers.ts';
import { formatBytes } from '#platform/sizes.ts';
import { CommandError } from './command-error.ts';

const STAGING = STAGING_FOLDERS.restore;
/** What moves from the staging folder. The database is last: a data folder with a database is complete. */
const PARTS = ['keys', 'files', 'database'] as const;

const UNPACKED: ReadonlySet<string> = new Set(Object.values(STAGING_FOLDERS));

/** A folder that a backup is unpacked into. */
export interface Staging {
  readonly folder: string;
  /** Deletes everything in it and the folder. */
  remove(): Promise<void>;
}

/**
 * Prepares the staging folder of an empty data folder; only `keys` may be there, or everything but a database. What an
 * interrupted restore left is removed. Throws `CommandError` when the folder is in use or not empty.
 */
export async function openStaging(
  dataDir: string,
  { mayHaveDocuments }: { mayHaveDocuments: boolean },
): Promise<Staging> {
  await createDataFolder(dataDir);
  if (await isPresent(join(dataDir, 'database', 'lock')))
    (await lockFolder(join(dataDir, 'database'), `The data folder ${dataDir}`)).release();
  if (mayHaveDocuments && (await isPresent(join(dataDir, 'database'))))
    throw new CommandError(
      `The data folder ${dataDir} has a database, which the copy would replace. Rename its folder database, and restore again.`,
    );
  const present = (await readdir(dataDir)).filter((name) => name !== 'keys' && !UNPACKED.has(name));
  if (!mayHaveDocuments && present.length > 0)
    throw new CommandError(
      `The data folder ${dataDir} is not empty (${present.slice(0, 3).join(', ')}). Set DATA_DIR to an empty or new folder.`,
    );
  const folder = join(dataDir, STAGING);
  if (await isPresent(folder)) {
    (await lockFolder(folder, `The data folder ${dataDir}`)).release();
    await removeUnpacked(folder);
  }
  return createStaging(folder, dataDir);
}

/**
 * Prepares the staging folder of a check in the data folder, where only the portal's account can read. A start of the portal removes
 * what a killed check left. Throws `FolderInUseError` while another check runs.
 */
export async function openCheckFolder(dataDir: string): Promise<Staging> {
  await createDataFolder(dataDir);
  const folder = join(dataDir, STAGING_FOLDERS.check);
  if (await isPresent(folder)) {
    (await lockFolder(folder, `The check in ${folder}`)).release();
    await removeUnpacked(folder);
  }
  return createStaging(folder, dataDir);
}

/** Turns a new empty folder into a staging folder. */
async function createStaging(folder: string, name: string): Promise<Staging> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, folderMode());
  const lock = await lockFolder(folder, `The data folder ${name}`);
  return {
    folder,
    remove: async () => {
      lock.release();
      await removeUnpacked(folder);
    },
  };
}

/** As root, the database runs as another account, which must be able to pass through. */
const folderMode = () => (process.getuid?.() === 0 ? 0o711 : 0o700);

async function createDataFolder(dataDir: string): Promise<void> {
  if ((await createFolder(dataDir)) !== undefined) await chmod(dataDir, folderMode());
}

/** Moves a checked backup to its data folder. */
export async function adoptStaging(staging: string, dataDir: string): Promise<void> {
  for (const part of PARTS) {
    if (!(await isPresent(join(staging, part)))) continue;
    try {
      await rename(join(staging, part), join(dataDir, part));
    } catch (error) {
      if (!['ENOTEMPTY', 'EEXIST'].includes(systemErrorCode(error) ?? '')) throw error;
      throw new CommandError(
        `Something else wrote to ${dataDir} during the restore. Stop the portal that uses it, and restore into an empty folder.`,
        { cause: error },
      );
    }
  }
  await syncFolder(dataDir);
}

/** Throws `CommandError` when a backup cannot fit. */
export async function assertSpace(file: string, folder: string): Promise<void> {
  const { size } = await stat(file);
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < size)
    throw new CommandError(
      `The backup needs ${formatBytes(size)}, but the disk of ${folder} has only ${formatBytes(bavail * bsize)} free. Free some space, or choose another folder.`,
    );
}
