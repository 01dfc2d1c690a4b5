import { lstat, mkdir, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The error code of a failed system call (`ENOENT`, `EACCES` …), or undefined for any other thrown value. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/**
 * Makes a folder and those above it; returns the first one it made, or undefined when all were there. Node's own recursive `mkdir`
 * never ends on a file system that answers ENOENT below a folder that exists, as /proc does.
 */
export async function makeFolder(path: string, mode = 0o777): Promise<string | undefined> {
  if (await makeOne(path, mode, { mayLackParent: dirname(path) !== path })) return path;
  if (await isFolder(path)) return undefined;
  const first = await makeFolder(dirname(path), mode);
  const isOurs = await makeOne(path, mode, { mayLackParent: false });
  return first ?? (isOurs ? path : undefined);
}

/** Whether it was made; it was not when it is there already, or when the folder above it is missing and may be. */
async function makeOne(
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

/** Makes a folder's entries (a created, renamed or removed file) survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Whether something of this name is there; a link counts even when its target is gone. */
export async function isPresent(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
}
