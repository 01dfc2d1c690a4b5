import { chmod, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { identityToRecipient } from 'age-encryption';
import { sql } from 'kysely';
import { createDb, createPool } from '#db/database.ts';
import type { Config } from '#platform/config.ts';
import { createFolder } from '#platform/disk.ts';
import { diskSpace } from '#platform/disk-space.ts';
import { loadKeys } from '#security/keys.ts';
import { backUp, type BackupAccess } from './back-up.ts';
import { BackupError } from './backup-error.ts';
import { identityOf } from './master-key.ts';
import { copiesFolder } from './copies-folder.ts';
import { formatBytes } from '#platform/sizes.ts';

const NAME = /^(\d{8}-\d{6})_(\d{4}_\w+)\.age(\.partial)?$/;
const KEPT = 2;
/** The write-ahead log and the system’s tables. */
const BESIDES_BYTES = 200_000_000;

/**
 * Copies an embedded database beside it before migrations change it, and returns what to tell the operator. Without
 * documents, which migrations do not change. The master key decrypts the copy: it protects the database as well. Throws
 * `BackupError` when there is too little space.
 */
export async function copyBeforeUpdate(
  config: Config,
  access: BackupAccess,
  lastMigration: string,
): Promise<string> {
  if (access.clusterDir === undefined)
    return 'This version updates the database on your own server. Before each update, make a backup with the tools of that server.';
  const folder = copiesFolder(config.dataDir);
  await createFolder(folder, 0o700);
  await chmod(folder, 0o700);
  await assertSpace(folder, access.ownerUrl);
  const keys = await loadKeys(config.masterKey, config.dataDir, { mayCreate: false });
  const timestamp = new Date()
    .toISOString()
    .replaceAll(/[-:]|\.\d+Z/g, '')
    .replace('T', '-');
  const file = join(folder, `${timestamp}_${lastMigration}.age`);
  const { bytes } = await backUp(config, access, {
    file,
    lock: { recipients: [await identityToRecipient(identityOf(keys))] },
    withKey: false,
    withDocuments: false,
    by: undefined,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  await removeOldCopies(folder);
  return `The database was copied before the update: ${file} (${formatBytes(bytes)}).`;
}

async function assertSpace(folder: string, ownerUrl: string): Promise<void> {
  const owner = createDb(createPool({ url: ownerUrl, size: 1, onError: () => undefined }));
  try {
    const { rows } = await sql<{ size: string }>`
      select pg_database_size(current_database()) as size`.execute(owner);
    const needed = Number(rows[0]?.size) + BESIDES_BYTES;
    const free = (await diskSpace(folder))?.freeBytes ?? 0;
    if (free < needed)
      throw new BackupError(
        `The update copies the database first, which needs ${formatBytes(needed)}, but the disk of ${folder} has only ${formatBytes(free)} free. Free some space and start again. If you have a backup, you can update without a copy: npm run portal -- migrate --without-copy. Nothing was changed.`,
      );
  } finally {
    await owner.destroy();
  }
}

const byVersion = (name: string) => name.replace(NAME, '$2 $1');

/**
 * Keeps one copy per version, so that repeated attempts of a failing update do not replace the copy before it. Versions are
 * compared, not dates, because a clock can be wrong.
 */
async function removeOldCopies(folder: string): Promise<void> {
  const kept = new Set<string>();
  const names = (await readdir(folder)).toSorted((a, b) => (byVersion(a) < byVersion(b) ? 1 : -1));
  for (const name of names) {
    const [, , version, partial] = NAME.exec(name) ?? [];
    if (version === undefined) continue;
    if (partial !== undefined || kept.has(version) || kept.size === KEPT) await rm(join(folder, name));
    else kept.add(version);
  }
}
