import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { EmbeddedDatabaseError } from './error.ts';

/** Held until `release`, or until the process ends in whatever way. */
export type FolderLock = { release(): void };

const sqliteBusy = 5;

/**
 * Takes the folder for this process; throws `EmbeddedDatabaseError` when another live process has it.
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
    const owner = isTaken ? await readFile(processFile, 'utf8').catch(() => 'unknown') : '';
    throw new EmbeddedDatabaseError(
      isTaken
        ? `${name} is in use by another instance (process ${owner.trim()}).`
        : `${name} cannot be locked by this account.`,
      { cause: error },
    );
  }
}

/** Keeps the locks from being collected as garbage, which would end them. */
const held = new Set<DatabaseSync>();
