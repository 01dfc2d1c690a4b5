import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { EmbeddedDatabaseError } from './error.ts';
import { foreignFolderError } from './owner.ts';

/** Held until `release`, or until the process ends in whatever way. */
export type FolderLock = { release(): void };

const sqliteBusy = 5;

/** Another live process has the folder. */
export class FolderInUseError extends EmbeddedDatabaseError {}

/**
 * Takes the folder for this process; throws `FolderInUseError` when another live process has it.
 *
 * The lock is the kernel's (`fcntl`), which ends with its process, so a lock is never stale. Node has no call for
 * it, but its SQLite takes one on the file `lock`; that file must not be opened in any other way, because closing
 * any handle to it would drop the lock. The process number stands in a file of its own, for the message only.
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

/** Keeps the locks from being collected as garbage, which would end them. */
const held = new Set<DatabaseSync>();
