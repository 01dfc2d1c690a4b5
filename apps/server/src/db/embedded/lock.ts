import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { EmbeddedDatabaseError } from './error.ts';
import { foreignFolderError } from './owner.ts';

/** A lock that lasts until `release` or until the process ends for any reason. */
export type FolderLock = { release(): void };

const sqliteBusy = 5;

/** Another running process uses the folder. */
export class FolderInUseError extends EmbeddedDatabaseError {}

/**
 * Locks the folder for this process. Throws `FolderInUseError` when another running process holds the lock.
 *
 * This is a kernel lock (`fcntl`) that ends with its process, so it never becomes stale. Node has no API for it, but
 * its SQLite locks the file `lock`. Never open that file in another way: closing any handle to it drops the lock. The
 * process id for the error message is stored in a separate file.
 */
export async function lockFolder(folder: string, name: string): Promise<FolderLock> {
  const processFile = join(folder, 'lock.pid');
  const database = new DatabaseSync(join(folder, 'lock'), { open: false, timeout: 0 });
  const release = () => {
    if (database.isOpen) database.close();
    held.delete(database);
  };
  try {
    database.open();
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    held.add(database);
    await writeFile(processFile, `${process.pid}\n`, { mode: 0o600 });
    return { release };
  } catch (error) {
    release();
    const isTaken = error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;
    if (!isTaken) throw await foreignFolderError(join(folder, 'lock'), error);
    const owner = (await readFile(processFile, 'utf8').catch(() => '')).trim();
    throw new FolderInUseError(
      `${name} is in use by another instance (${owner === '' ? 'which is just starting' : `process ${owner}`}).`,
      { cause: error },
    );
  }
}

/** References the locks so that they are not garbage collected, which would release them. */
const held = new Set<DatabaseSync>();
