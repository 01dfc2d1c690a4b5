import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder, syncFolder, systemErrorCode } from '#platform/disk.ts';
import { OperatorError } from '#platform/operator-error.ts';

/** One key for each use, all derived from the master key, so that none can stand in for another. */
export interface Keys {
  readonly token: Buffer;
  readonly audit: Buffer;
  readonly data: Buffer;
  readonly lookup: Buffer;
  /** Gives browsers a key for each session, to lock what was typed into forms. */
  readonly forms: Buffer;
  /** Wraps the key that every stored file has of its own. */
  readonly files: Buffer;
  /** No key: what the database remembers of the master key, to know it again. */
  readonly fingerprint: Buffer;
}

/** How the keys are had; a master key is only made where it may be. */
export type LoadKeys = (options: { readonly mayCreate: boolean }) => Promise<Keys>;

/** The file that should hold the master key is missing, cannot be read or holds none; the message says what to do. */
export class KeyFileError extends OperatorError {}

/** Derives the portal's keys from 32 bytes of master key (HKDF-SHA-256). */
export function deriveKeys(master: Buffer): Keys {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', master, 'medical-portal', use, 32));
  return {
    token: derive('session-token'),
    audit: derive('audit-chain'),
    data: derive('data-encryption'),
    lookup: derive('blind-lookup'),
    forms: derive('unsaved-forms'),
    files: derive('file-keys'),
    fingerprint: derive('fingerprint'),
  };
}

/** Where the master key lies unless it is a setting. */
export const keyFile = (dataDir: string): string => join(dataDir, 'keys', 'master.key');

/**
 * The keys of this practice: from the setting, else from `DATA_DIR/keys/master.key`. Where a new one may be made it is, once, with
 * mode 0600. Losing the master key loses every encrypted value, so it belongs into the backup. Throws `KeyFileError`.
 */
export async function loadKeys(
  setting: string | undefined,
  dataDir: string,
  { mayCreate }: { readonly mayCreate: boolean },
): Promise<Keys> {
  if (setting !== undefined) return deriveKeys(Buffer.from(setting, 'base64'));
  const path = keyFile(dataDir);
  if (mayCreate) await createKeyFile(path);
  const master = Buffer.from((await readKeyFile(path)).trim(), 'base64');
  if (master.length !== 32)
    throw new KeyFileError(`${path} does not hold a 32-byte key. Restore it from the backup.`);
  return deriveKeys(master);
}

/** Under another name first: a file that was begun and not finished must never be taken for the key. */
async function createKeyFile(path: string): Promise<void> {
  // The data folder itself stays open to pass through: as root, the database's account must.
  await makeFolder(dirname(dirname(path)));
  await makeFolder(dirname(path), 0o700);
  const unfinished = `${path}.${randomBytes(4).toString('hex')}`;
  try {
    await writeFile(unfinished, `${randomBytes(32).toString('base64')}\n`, {
      flag: 'wx',
      mode: 0o600,
      flush: true,
    });
    await link(unfinished, path);
    await syncFolder(dirname(path));
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
  } finally {
    await rm(unfinished, { force: true });
  }
}

async function readKeyFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    switch (systemErrorCode(error)) {
      case 'ENOENT':
        throw new KeyFileError(
          `The master key ${path} is missing. Restore it from the backup, or set MASTER_KEY. What this practice has stored cannot be read with a new one, so none was made.`,
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

/** A keyed hash for looking encrypted values up by equality: the same text gives the same bytes, and only with the key. */
export function blindIndex(keys: Keys, use: string, text: string): Buffer {
  return createHmac('sha256', keys.lookup).update(use).update('\0').update(text).digest();
}
