import { resolve } from 'node:path';
import { BackupError, isDiskFull } from '#backup/backup-error.ts';
import { moveToStore, removeStrays } from '#backup/documents.ts';
import { readManifest } from '#backup/read-backup.ts';
import { stageBackup, type Staged } from '#backup/staging.ts';
import { assertContains } from '#backup/summary.ts';
import { filesFolder, openStore } from '#files/open-store.ts';
import { pendingMigrations } from '#db/migration/migrate.ts';
import type { Config } from '#platform/config.ts';
import { describeContents } from './backup-report.ts';
import { findUnlock } from './backup-secret.ts';
import { CommandError } from './command-error.ts';
import { findMasterKey } from '#backup/master-key.ts';
import { fingerprintText } from '#security/key-words.ts';
import { deriveKeys, keyFile, replaceKeyFile } from '#security/keys.ts';
import { forgetPreviousKey, keepPreviousKey } from '#security/previous-keys.ts';
import { adoptStaging, assertSpace, openCheckFolder, openStaging, type Staging } from './restore-target.ts';
import type { Definition } from './definition.ts';
import { confirmOrigin, FINGERPRINT_HELP, originOf, UNSIGNED_HELP, type Trust } from './trust-backup.ts';
import { abortOnSignal } from './signals.ts';
import { verifyOpenedAudit } from './verify-audit.ts';
import { withDatabase } from './with-database.ts';

/** How a backup is opened: with the private keys in a file, and what the operator says about its origin. */
interface Opening extends Trust {
  readonly identity?: string | undefined;
}

export const restoreCommand: Definition = (command, run) =>
  command
    .argument('<file>', 'the backup')
    .option('--identity <file>', 'private keys that decrypt it')
    .option('--fingerprint <fingerprint>', FINGERPRINT_HELP)
    .option('--accept-unsigned', UNSIGNED_HELP)
    .action((file, opening) => run((config) => restore(config, file, opening)));

/**
 * Restores a backup into an empty data folder, or a copy made before an update into one without a database. Everything is unpacked and checked in a subfolder first, so a failure
 * leaves the data folder as it was. Returns exit code 1 when the audit log of the backup was tampered with.
 */
async function restore(config: Config, file: string, { identity, ...trust }: Opening): Promise<number> {
  const dataDir = resolve(config.dataDir);
  const unlock = await findUnlock(config, file, identity);
  const manifest = await readManifest(file, unlock);
  await confirmOrigin(config, { file, manifest, trust });
  const { hasDocuments } = manifest;
  const staging = await openStaging(dataDir, { mayHaveDocuments: !hasDocuments });
  const { code, text } = await inStaging(staging, async (signal) => {
    const checked = await unpackAndCheck(file, staging, { config, unlock, expected: manifest, signal });
    if (config.s3 !== undefined && hasDocuments)
      await moveToStore(filesFolder(staging.folder), await openStore(config));
    signal.throwIfAborted();
    await exchangeMasterKey(config, checked.masterKey);
    await adoptStaging(staging.folder, dataDir);
    return checked;
  });
  console.log(`Restored to ${dataDir}: ${text}`);
  console.log('The portal was not started. Start it with: npm run portal -- serve');
  return code;
}

/** Restores a backup in a subfolder of the data folder, checks it and removes it. */
export async function verifyBackup(
  config: Config,
  file: string,
  { identity, ...trust }: Opening,
): Promise<number> {
  const unlock = await findUnlock(config, file, identity);
  const manifest = await readManifest(file, unlock);
  await confirmOrigin(config, { file, manifest, trust });
  const staging = await openCheckFolder(resolve(config.dataDir));
  const { code, text } = await inStaging(staging, (signal) =>
    unpackAndCheck(file, staging, { config, unlock, expected: manifest, signal }),
  );
  console.log(`${file} can be restored: ${text}`);
  return code;
}

async function inStaging<T>(staging: Staging, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = abortOnSignal();
  try {
    return await work(signal);
  } catch (error) {
    if (signal.aborted)
      throw new BackupError('Cancelled. Everything that was unpacked was removed.', { cause: error });
    if (isDiskFull(error))
      throw new BackupError(
        `The disk is full. Everything that was unpacked to ${staging.folder} was removed; free some space, or choose another folder.`,
        { cause: error },
      );
    throw error;
  } finally {
    await staging.remove();
  }
}

/**
 * Makes the key of a restored backup the master key of the data folder, if another one has replaced it since. That one is kept
 * with it, for newer backups. Running the command again after an interruption finds the key in its new place.
 */
async function exchangeMasterKey({ masterKey, dataDir }: Config, restored: string): Promise<void> {
  const current = await findMasterKey({ masterKey, dataDir });
  if (current === undefined || current === restored) return;
  const fingerprint = fingerprintText(deriveKeys(Buffer.from(restored, 'base64')).fingerprint);
  if (masterKey !== undefined)
    throw new CommandError(
      `This backup needs the earlier master key ${fingerprint}. Print it with: npm run portal -- recovery-sheet FILE.pdf --fingerprint "${fingerprint}", set MASTER_KEY to it and restore again.`,
    );
  const [next, previous] = [Buffer.from(restored, 'base64'), Buffer.from(current, 'base64')];
  await keepPreviousKey(dataDir, { previous, next });
  await replaceKeyFile(keyFile(dataDir), next);
  await forgetPreviousKey(dataDir, next);
  console.log(
    `This backup needs the earlier master key ${fingerprint}, which is the master key again. The newer one is kept for newer backups.`,
  );
}

interface Checked {
  readonly code: number;
  /** In base64. */
  readonly masterKey: string;
  readonly text: string;
}

async function unpackAndCheck(
  file: string,
  { folder }: Staging,
  { config, ...options }: { config: Config } & Omit<Parameters<typeof stageBackup>[2], 'config'>,
): Promise<Checked> {
  await assertSpace(file, folder);
  const staged = await stageBackup(file, folder, { config, ...options });
  const { manifest, summary, masterKey } = staged;
  const made = `backup of ${manifest.createdAt}, ${manifest.isSigned === true ? `signed by the installation with the fingerprint ${originOf(manifest)}` : 'not signed'}`;
  if (manifest.database === 'external')
    return {
      code: 0,
      masterKey,
      text: `${made}, document files: ${summary.documents}. Restore the database on its server, then run: npm run portal -- doctor --files`,
    };
  const { code, rows } = await checkDatabase(config, folder, staged);
  return { code, masterKey, text: `${made}, ${describeContents({ rows, documents: summary.documents })}.` };
}

/** Starts the database once, which completes it with the write-ahead log, and checks its content. */
async function checkDatabase(
  config: Config,
  dataDir: string,
  { manifest, masterKey, summary }: Staged,
): Promise<{ code: number; rows: Record<string, number> }> {
  const staged = { ...config, dataDir, masterKey, databaseUrl: undefined };
  return withDatabase(staged, async (opened) => {
    const rows = await assertContains(opened.owner, summary);
    if (manifest.hasDocuments) await removeStrays(opened.owner, filesFolder(dataDir));
    if ((await pendingMigrations(opened.owner)).length === 0)
      return { rows, code: await verifyOpenedAudit(staged, opened) };
    console.log(
      'An older version made this backup. To check its audit log, run after the restore: npm run portal -- migrate, then: npm run portal -- verify-audit',
    );
    return { rows, code: 0 };
  });
}
