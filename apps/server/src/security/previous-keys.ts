import { randomBytes } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createFolder, giveToFolderOwner, syncFolder, systemErrorCode } from '#platform/disk.ts';
import { decryptValue, encryptValue } from './cipher.ts';
import { deriveKeys, keyFile } from './keys.ts';

/** A master key that was replaced. Backups of its time need it. */
export interface PreviousKey {
  readonly master: Buffer;
  readonly path: string;
  /** When it was replaced, or later if its file was copied. */
  readonly replacedAt: Date;
}

const CONTEXT = 'previous-master-key';
const SUFFIX = '.key';

/** The folder of replaced master keys, each encrypted with the key that replaced it. */
export const previousKeysFolder = (dataDir: string): string => join(dirname(keyFile(dataDir)), 'previous');

const pathOf = (dataDir: string, master: Buffer) =>
  join(
    previousKeysFolder(dataDir),
    `${deriveKeys(master).fingerprint.toString('hex').slice(0, 16)}${SUFFIX}`,
  );

/** Keeps a master key, encrypted with the one that replaces it. */
export async function keepPreviousKey(
  dataDir: string,
  { previous, next }: { previous: Buffer; next: Buffer },
): Promise<void> {
  const folder = previousKeysFolder(dataDir);
  await createFolder(dirname(dirname(folder)));
  if ((await createFolder(folder, 0o700)) !== undefined) await giveToFolderOwner(folder);
  const path = pathOf(dataDir, previous);
  const sealed = encryptValue(deriveKeys(next), CONTEXT, previous.toString('base64'));
  const unfinished = `${path}.${randomBytes(4).toString('hex')}`;
  await writeFile(unfinished, `${sealed.toString('base64')}\n`, { flag: 'wx', mode: 0o600, flush: true });
  await giveToFolderOwner(unfinished);
  await rename(unfinished, path);
  await syncFolder(folder);
}

/** No longer keeps a master key. */
export async function forgetPreviousKey(dataDir: string, master: Buffer): Promise<void> {
  await rm(pathOf(dataDir, master), { force: true });
}

/** The kept keys that `master` opens, itself or through a key that it opens. Files that none of them opens are left out. */
export async function readPreviousKeys(dataDir: string, master: Buffer): Promise<PreviousKey[]> {
  const folder = previousKeysFolder(dataDir);
  let sealed = await Promise.all(
    (await namesIn(folder)).map(async (name) => {
      const path = join(folder, name);
      return { path, text: await readFile(path, 'utf8'), replacedAt: (await stat(path)).mtime };
    }),
  );
  const found: PreviousKey[] = [];
  for (const opener of openers(master, found)) {
    const keys = deriveKeys(opener);
    sealed = sealed.filter(({ path, text, replacedAt }) => {
      const opened = tryOpen(keys, text);
      if (opened !== undefined) found.push({ path, master: opened, replacedAt });
      return opened === undefined;
    });
  }
  return found;
}

/** The key itself, then every key that it has opened. */
function* openers(master: Buffer, found: readonly PreviousKey[]): Generator<Buffer> {
  yield master;
  for (let at = 0; at < found.length; at += 1) {
    const next = found[at];
    if (next !== undefined) yield next.master;
  }
}

function tryOpen(keys: ReturnType<typeof deriveKeys>, text: string): Buffer | undefined {
  try {
    return Buffer.from(decryptValue(keys, CONTEXT, Buffer.from(text, 'base64')), 'base64');
  } catch {
    // Another key encrypted it.
    return undefined;
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith(SUFFIX)).toSorted();
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
