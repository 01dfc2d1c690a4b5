import { createPrivateKey, createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createFolder, giveToFolderOwner, syncFolder, systemErrorCode } from '#platform/disk.ts';
import { OperatorError } from '#platform/operator-error.ts';
import { keyedHash } from './keyed-hash.ts';

/** One key per use, all derived from the master key, so that one key never serves two purposes. */
export interface Keys {
  readonly token: Buffer;
  readonly audit: Buffer;
  readonly data: KeyObject;
  readonly lookup: Buffer;
  /** Derives a key per session for browsers to encrypt unsaved form values. */
  readonly forms: Buffer;
  /** Signs connection tokens of the live feed. */
  readonly connections: Buffer;
  /** Encrypts the separate key of each stored file. */
  readonly files: Buffer;
  /** Encrypts the copies of the database before updates. */
  readonly backups: Buffer;
  /** Signs backups (Ed25519 private key). */
  readonly signing: KeyObject;
  /** Not a key: stored in the database to recognize the master key. */
  readonly fingerprint: Buffer;
}

/** Loads the keys. Creates a master key only if `mayCreate` is set. */
export type LoadKeys = (options: { readonly mayCreate: boolean }) => Promise<Keys>;

/** The master key file is missing, unreadable or invalid. The message says what to do. */
export class KeyFileError extends OperatorError {}

/** Derives the portal’s keys from a 32-byte master key (HKDF-SHA-256). */
export function deriveKeys(master: Buffer): Keys {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', master, 'medical-portal', use, 32));
  return {
    token: derive('session-token'),
    audit: derive('audit-chain'),
    data: createSecretKey(derive('data-encryption')),
    lookup: derive('blind-lookup'),
    forms: derive('unsaved-forms'),
    connections: derive('live-connections'),
    files: derive('file-keys'),
    backups: derive('backups'),
    signing: signingKey(derive('backup-signature')),
    fingerprint: derive('fingerprint'),
  };
}

/** Begin of a PKCS #8 key before the 32 bytes of an Ed25519 private key (RFC 8410, sections 7 and 10.3, looked up 2026-11-26). */
const ED25519_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

const signingKey = (seed: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([ED25519_PREFIX, seed]), format: 'der', type: 'pkcs8' });

/** Path of the master key file, used unless MASTER_KEY is set. */
export const keyFile = (dataDir: string): string => join(dataDir, 'keys', 'master.key');

/**
 * The keys of this practice, from the setting or from `DATA_DIR/keys/master.key`. With `mayCreate`, a missing file is
 * created with mode 0600. Without the master key all encrypted values are lost, so back it up. Throws `KeyFileError`.
 */
export async function loadKeys(
  setting: string | undefined,
  dataDir: string,
  { mayCreate }: { readonly mayCreate: boolean },
): Promise<Keys> {
  if (setting !== undefined) return deriveKeys(Buffer.from(setting, 'base64'));
  const path = keyFile(dataDir);
  if (mayCreate) await createKeyFile(path);
  return deriveKeys(await readMasterKey(path));
}

/** The master key in a file. Throws `KeyFileError`. */
export async function readMasterKey(path: string): Promise<Buffer> {
  const master = Buffer.from((await readKeyFile(path)).trim(), 'base64');
  if (master.length !== 32)
    throw new KeyFileError(`${path} does not hold a 32-byte key. Restore it from the backup.`);
  return master;
}

async function createKeyFile(path: string): Promise<void> {
  try {
    await writeKeyFile(path, randomBytes(32));
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
  }
}

/**
 * Writes a new key file, first to a temporary name, so that an unfinished file is never used as the key. Throws EEXIST
 * when there is one.
 */
export async function writeKeyFile(path: string, master: Buffer): Promise<void> {
  // The data folder itself stays accessible: as root, the database runs as another account.
  await createFolder(dirname(dirname(path)));
  if ((await createFolder(dirname(path), 0o700)) !== undefined) await giveToFolderOwner(dirname(path));
  const unfinished = `${path}.${randomBytes(4).toString('hex')}`;
  try {
    await writeFile(unfinished, `${master.toString('base64')}\n`, { flag: 'wx', mode: 0o600, flush: true });
    await giveToFolderOwner(unfinished);
    await link(unfinished, path);
    await syncFolder(dirname(path));
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** Replaces the key file by another key in one step. */
export async function replaceKeyFile(path: string, master: Buffer): Promise<void> {
  const next = `${path}.${randomBytes(4).toString('hex')}`;
  await writeKeyFile(next, master);
  await rename(next, path);
  await syncFolder(dirname(path));
}

async function readKeyFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    switch (systemErrorCode(error)) {
      case 'ENOENT':
        throw new KeyFileError(
          `The master key ${path} is missing. Restore it from the backup, or set MASTER_KEY. A new key cannot read the stored data, so none was created.`,
          { cause: error },
        );
      case 'EACCES':
      case 'EPERM':
        throw new KeyFileError(
          `This account may not read the master key ${path}. Give the file to the account that runs the portal, with mode 0600.`,
          { cause: error },
        );
      default:
        throw new KeyFileError(
          `The master key ${path} cannot be read (${error instanceof Error ? error.message : String(error)}). Restore it from the backup.`,
          { cause: error },
        );
    }
  }
}

/** A keyed hash to find encrypted values by equality. The same text gives the same bytes for the same key and use. */
export function blindIndex(keys: Keys, use: string, text: string): Buffer {
  return keyedHash(keys.lookup, `${use}\0${text}`);
}
