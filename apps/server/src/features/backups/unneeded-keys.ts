import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '#db/database.ts';
import type { Config } from '#platform/config.ts';
import { systemErrorCode } from '#platform/disk.ts';
import { readPreviousKeys } from '#security/previous-keys.ts';
import { copiesFolder } from '#backup/copies-folder.ts';
import { findMasterKey } from '#backup/master-key.ts';
import { hasBackupBefore } from './backup-repo.ts';

/**
 * Removes replaced master keys that no backup needs: everything that was backed up before was removed since. Backups of the
 * command are never known to be removed, so their keys stay.
 */
export async function forgetUnneededKeys(
  db: Db,
  config: Pick<Config, 'masterKey' | 'dataDir'>,
): Promise<void> {
  const current = await findMasterKey(config);
  if (current === undefined) return;
  for (const { path, replacedAt } of await readPreviousKeys(config.dataDir, Buffer.from(current, 'base64')))
    if (!(await hasBackupBefore(db, replacedAt)) && !(await hasCopyBefore(config.dataDir, replacedAt)))
      await rm(path, { force: true });
}

async function hasCopyBefore(dataDir: string, at: Date): Promise<boolean> {
  const folder = copiesFolder(dataDir);
  try {
    const names = await readdir(folder);
    const times = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).mtime));
    return times.some((time) => time <= at);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
}
