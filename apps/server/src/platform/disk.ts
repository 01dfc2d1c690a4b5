import { chown, lstat, mkdir, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The error code of a failed system call (`ENOENT`, `EACCES` …), or undefined for any other thrown value. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);
/** The disk fails, is gone or read-only, may not be used, or too many files are open. */
const FAILING: ReadonlySet<string> = new Set([
  'EIO',
  'ENXIO',
  'ENODEV',
  'ESTALE',
  'EREMOTEIO',
  'EROFS',
  'EACCES',
  'EPERM',
  'EMFILE',
  'ENFILE',
]);

/** Whether a system call failed because a disk has no space left. */
export const isDiskFull = (error: unknown): boolean => FULL.has(systemErrorCode(error) ?? '');

/** Whether a system call failed because of the disk, and not of what was asked of it. */
export const isDiskFailure = (error: unknown): boolean => FAILING.has(systemErrorCode(error) ?? '');

/**
 * Creates a folder and its parents. Returns the first folder created, or undefined when all existed. Node’s recursive
 * `mkdir` never returns on a file system that answers ENOENT below an existing folder, such as /proc.
 */
export async function createFolder(path: string, mode = 0o777): Promise<string | undefined> {
  if (await createOne(path, mode, { mayLackParent: dirname(path) !== path })) return path;
  if (await isFolder(path)) return undefined;
  const first = await createFolder(dirname(path), mode);
  const isOurs = await createOne(path, mode, { mayLackParent: false });
  return first ?? (isOurs ? path : undefined);
}

/** Whether the folder was created. False when it exists, or when its parent is missing and `mayLackParent` is set. */
async function createOne(
  path: string,
  mode: number,
  { mayLackParent }: { mayLackParent: boolean },
): Promise<boolean> {
  try {
    await mkdir(path, { mode });
    return true;
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT' && mayLackParent) return false;
    if (code === 'EEXIST' && (await isFolder(path))) return false;
    throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** What a folder answers whose file system cannot do this, such as some network shares (Linux manual, fsync(2), EINVAL). */
const CANNOT_SYNC: ReadonlySet<string> = new Set([
  'EINVAL',
  'ENOTSUP',
  // Windows flushes files only.
  ...(process.platform === 'win32' ? ['EPERM'] : []),
]);

/**
 * Makes changes to a folder’s entries (created, renamed or removed files) survive a power failure, if its file system can do
 * that.
 */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } catch (error) {
    if (!CANNOT_SYNC.has(systemErrorCode(error) ?? '')) throw error;
  } finally {
    await handle.close();
  }
}

/** Gives what root has created to the owner of the folder that it is in. Other accounts create what is theirs. */
export async function giveToFolderOwner(path: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(dirname(path));
  try {
    await chown(path, uid, gid);
  } catch (error) {
    // In some containers, root cannot change file owners.
    if (!['EPERM', 'EINVAL'].includes(systemErrorCode(error) ?? '')) throw error;
  }
}

/** Whether the path exists. A symbolic link counts even when its target is missing. */
export async function isPresent(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
}
