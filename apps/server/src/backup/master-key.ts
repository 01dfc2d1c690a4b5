import { readFile } from 'node:fs/promises';
import { bech32 } from '@scure/base';
import type { Config } from '#platform/config.ts';
import { systemErrorCode } from '#platform/disk.ts';
import { readPreviousKeys } from '#security/previous-keys.ts';
import { deriveKeys, keyFile, type Keys } from '#security/keys.ts';
import { BackupError } from './backup-error.ts';
import { fingerprintOf, type Manifest } from './manifest.ts';

/** The master key in base64 from the setting or the data folder, or undefined when there is none. */
export async function findMasterKey({
  masterKey,
  dataDir,
}: Pick<Config, 'masterKey' | 'dataDir'>): Promise<string | undefined> {
  if (masterKey !== undefined) return masterKey;
  try {
    return (await readFile(keyFile(dataDir), 'utf8')).trim();
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** The master key and, behind it, the keys that it replaced, if they are kept. */
export async function findMasterKeys(config: Pick<Config, 'masterKey' | 'dataDir'>): Promise<string[]> {
  const current = await findMasterKey(config);
  if (current === undefined) return [];
  const previous = await readPreviousKeys(config.dataDir, Buffer.from(current, 'base64'));
  return [current, ...previous.map(({ master }) => master.toString('base64'))];
}

/** Throws `BackupError` unless this is the master key of the backup. */
export function assertKeyFits(masterKey: string, manifest: Manifest): void {
  if (!fits(masterKey, manifest))
    throw new BackupError(
      'The master key does not belong to this backup. Put the key that was used when the backup was made into keys/master.key of the data folder, or correct MASTER_KEY.',
    );
}

/** Whether this is the master key of the backup. */
export const fits = (masterKey: string, manifest: Manifest): boolean =>
  fingerprintOf(deriveKeys(Buffer.from(masterKey, 'base64'))) === manifest.keyFingerprint;

/** The error for a backup without its key. */
export const missingKey = (dataDir: string) =>
  new BackupError(
    `The backup does not contain the master key. Put the key into ${keyFile(dataDir)}, or set MASTER_KEY, and run the command again.`,
  );

/** The error for a data folder without a key. */
export const missingMasterKey = (dataDir: string) =>
  new BackupError(`There is no master key. Put it into ${keyFile(dataDir)}, or set MASTER_KEY.`);

/** The private key (age) of backups that are encrypted with the master key. */
export const identityOf = (keys: Keys): string =>
  bech32.encodeFromBytes('AGE-SECRET-KEY-', keys.backups).toUpperCase();
