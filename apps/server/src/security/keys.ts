import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** One key for each use, all derived from the master key, so that none can stand in for another. */
export interface Keys {
  readonly token: Buffer;
  readonly audit: Buffer;
  readonly data: Buffer;
  readonly lookup: Buffer;
  /** Wraps the key that every stored file has of its own. */
  readonly files: Buffer;
}

/** The file that should hold the master key holds none; the message says what to do. */
export class KeyFileError extends Error {}

/** Derives the portal's keys from 32 bytes of master key (HKDF-SHA-256). */
export function deriveKeys(master: Buffer): Keys {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', master, 'medical-portal', use, 32));
  return {
    token: derive('session-token'),
    audit: derive('audit-chain'),
    data: derive('data-encryption'),
    lookup: derive('blind-lookup'),
    files: derive('file-keys'),
  };
}

/**
 * The keys of this practice: from the setting, else from `DATA_DIR/keys/master.key`, which is made once with mode 0600.
 * Losing the master key loses every encrypted value, so it belongs into the backup.
 */
export async function loadKeys(setting: string | undefined, dataDir: string): Promise<Keys> {
  if (setting !== undefined) return deriveKeys(Buffer.from(setting, 'base64'));
  const folder = join(dataDir, 'keys');
  const path = join(folder, 'master.key');
  // The data folder itself stays open to pass through: as root, the database's account must.
  await mkdir(dataDir, { recursive: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(`${randomBytes(32).toString('base64')}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const master = Buffer.from((await readFile(path, 'utf8')).trim(), 'base64');
  if (master.length !== 32)
    throw new KeyFileError(`${path} does not hold a 32-byte key. Restore it from the backup.`);
  return deriveKeys(master);
}

/** A keyed hash for looking encrypted values up by equality: the same text gives the same bytes, and only with the key. */
export function blindIndex(keys: Keys, use: string, text: string): Buffer {
  return createHmac('sha256', keys.lookup).update(use).update('\0').update(text).digest();
}
