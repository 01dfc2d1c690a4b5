import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import type { KeyObject } from 'node:crypto';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Db } from '#db/database.ts';
import { copyCluster } from '#db/embedded/copy-cluster.ts';
import type { Credentials } from '#db/embedded/credentials.ts';
import type { BlobStore } from '#files/blob-store.ts';
import { isPresent, syncFolder, systemErrorCode } from '#platform/disk.ts';
import { textEntry, writeTar, type ArchiveEntry } from '#platform/tar.ts';
import { BackupError, isDiskFull } from './backup-error.ts';
import { withChecksums } from './checksums.ts';
import { documentEntries } from './documents.ts';
import { encrypt, type Lock } from './encryption.ts';
import { NAMES, type Manifest, type Summary } from './manifest.ts';
import { SignedContent } from './signature.ts';
import { readContents } from './summary.ts';

/** What a backup contains. */
export interface BackupSource {
  readonly manifest: Manifest;
  /** Signs the backup. */
  readonly signing: KeyObject;
  /** In base64; undefined leaves it out. */
  readonly masterKey: string | undefined;
  /** The embedded cluster; undefined for a database on another server. */
  readonly cluster:
    | { readonly clusterDir: string; readonly superuserUrl: string; readonly credentials: Credentials }
    | undefined;
  /** Connected as the owner of the tables, without a time limit for statements. */
  readonly owner: Db;
  readonly store: BlobStore;
}

export interface WriteOptions {
  readonly lock: Lock;
  readonly signal: AbortSignal;
  readonly onProgress: (bytes: number) => void;
}

export interface Written {
  readonly summary: Summary;
  /** Size of the file. */
  readonly bytes: number;
}

/**
 * Writes an encrypted backup to `file`, which must not exist. It has another name until it is complete; that file is
 * removed when anything fails. Throws `BackupError`.
 */
export async function writeBackup(
  file: string,
  source: BackupSource,
  { lock, signal, onProgress }: WriteOptions,
): Promise<Written> {
  if (await isPresent(file)) throw new BackupError(`${file} already exists. Choose another name.`);
  const partial = `${file}.partial`;
  const result: { summary?: Summary } = {};
  try {
    await rm(partial, { force: true });
    const content = new SignedContent();
    const entries = entriesOf(source, content, (summary) => (result.summary = summary));
    const plain = writeTar(withChecksums(entries, content));
    const sealed = counted(await encrypt(plain, lock), onProgress);
    await pipeline(sealed, createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }), { signal });
    if (result.summary === undefined) throw new Error('The backup ended before its summary');
    const { size } = await stat(partial);
    await rename(partial, file);
    await syncFolder(dirname(file));
    return { summary: result.summary, bytes: size };
  } catch (error) {
    await rm(partial, { force: true });
    throw explained(error, file, signal);
  }
}

function explained(error: unknown, file: string, signal: AbortSignal): unknown {
  if (signal.aborted)
    return new BackupError('The backup was cancelled. The unfinished file was removed.', { cause: error });
  if (isDiskFull(error))
    return new BackupError(
      `The disk is full. The unfinished backup was removed; free some space for ${file}, or choose another disk.`,
      { cause: error },
    );
  const code = systemErrorCode(error) ?? '';
  if (['ENOENT', 'ENOTDIR'].includes(code))
    return new BackupError(`The folder ${dirname(file)} does not exist. Create it first.`, { cause: error });
  if (['EACCES', 'EPERM', 'EROFS'].includes(code))
    return new BackupError(`This account may not write to ${dirname(file)}. Choose another folder.`, {
      cause: error,
    });
  return error;
}

async function* entriesOf(
  { manifest, signing, masterKey, cluster, owner, store }: BackupSource,
  content: SignedContent,
  onSummary: (summary: Summary) => void,
): AsyncGenerator<ArchiveEntry> {
  yield jsonEntry(NAMES.manifest, manifest);
  if (masterKey !== undefined) yield textEntry(NAMES.masterKey, `${masterKey}\n`);
  const read = { contents: await readContents(owner) };
  if (cluster !== undefined) {
    yield jsonEntry(NAMES.credentials, cluster.credentials);
    const beforeEnd = async () => void (read.contents = await readContents(owner));
    for await (const entry of copyCluster({ ...cluster, beforeEnd }))
      yield { ...entry, name: `${NAMES.cluster}${entry.name}` };
  }
  const tally = { documents: 0, missingDocuments: 0 };
  // Files never change, so every document of the copied database has its file, unless it was purged since.
  if (manifest.hasDocuments) yield* documentEntries(owner, store, tally);
  const summary = { ...read.contents, ...tally };
  yield jsonEntry(NAMES.summary, { ...summary, signature: content.sign(signing, summary) });
  onSummary(summary);
}

const jsonEntry = (name: string, value: unknown) => textEntry(name, `${JSON.stringify(value, null, 2)}\n`);

async function* counted(
  source: AsyncIterable<Uint8Array>,
  onProgress: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    onProgress(bytes);
    yield chunk;
  }
}
