import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { isClusterFile, isEarlierClusterFile } from '#db/embedded/cluster-files.ts';
import { knownMigrations } from '#db/migration/migrate.ts';
import { ArchiveError, readTar, type ArchiveEntry } from '#platform/tar.ts';
import { BackupError, damagedBackup, isArchiveError } from './backup-error.ts';
import { checkChecksums } from './checksums.ts';
import { decrypt, type Unlock } from './encryption.ts';
import { FORMAT, manifestSchema, NAMES, summarySchema, type Manifest, type Summary } from './manifest.ts';
import { SignedContent, type IsSignedWith } from './signature.ts';

/** Receives the content of a backup. Nothing is proven complete before `readBackup` resolves. */
export interface Receiver {
  /** Called first. Throws when the backup cannot be restored here. */
  manifest(manifest: Manifest): Promise<void>;
  masterKey(base64: string): Promise<void>;
  credentials(json: string): Promise<void>;
  /** A file or folder of the cluster, with its name in the cluster. */
  clusterFile(entry: ArchiveEntry): Promise<void>;
  document(id: string, content: AsyncIterable<Uint8Array>): Promise<void>;
}

/** A backup that was read to its end. */
export interface ReadBackup {
  readonly manifest: Manifest;
  readonly summary: Summary;
  readonly isSignedWith: IsSignedWith;
}

/** Bytes of the longest description. */
const MAX_TEXT = 1_000_000;
const DOCUMENT = /^files\/[0-9a-f]{2}\/([0-9a-f-]{36})$/;

/**
 * Decrypts a backup and passes its files on. Compares all checksums and the number of documents, and refuses every file that a
 * backup does not have. Throws `BackupError` when the file is damaged, was made by a newer version or cannot be decrypted.
 */
export async function readBackup(
  path: string,
  { unlock, signal, to }: { unlock: Unlock; signal: AbortSignal; to: Receiver },
): Promise<ReadBackup> {
  const plain = await decrypt(path, unlock);
  const content = new SignedContent();
  try {
    return await receive(checkChecksums(readTar(plain), content), to, { signal, content });
  } catch (error) {
    throw isArchiveError(error) ? damagedBackup(path, error) : error;
  }
}

/** Reads only the manifest. Throws `BackupError` like `readBackup`. */
export async function readManifest(path: string, unlock: Unlock): Promise<Manifest> {
  try {
    for await (const entry of readTar(await decrypt(path, unlock))) {
      if (entry.name === NAMES.manifest) return await parseManifest(await textOf(entry));
      break;
    }
    throw new ArchiveError('The manifest is missing');
  } catch (error) {
    throw isArchiveError(error) ? damagedBackup(path, error) : error;
  }
}

async function receive(
  entries: AsyncIterable<ArchiveEntry>,
  to: Receiver,
  { signal, content: signed }: { signal: AbortSignal; content: SignedContent },
): Promise<ReadBackup> {
  let manifest: Manifest | undefined;
  let summary: Summary | undefined;
  let isSignedWith: IsSignedWith | undefined;
  let documents = 0;
  for await (const entry of entries) {
    signal.throwIfAborted();
    const { name, content } = entry;
    const document = DOCUMENT.exec(name)?.[1];
    if (summary !== undefined) throw new ArchiveError(`${name} is behind the end`);
    if (manifest === undefined) {
      if (name !== NAMES.manifest) throw new ArchiveError('The manifest is missing');
      manifest = await parseManifest(await textOf(entry));
      await to.manifest(manifest);
    } else if (document !== undefined) {
      if (!manifest.hasDocuments) throw new ArchiveError('The backup should have no documents');
      await to.document(document, content);
      documents += 1;
    } else if (name.startsWith(NAMES.cluster)) {
      await receiveClusterFile(entry, manifest, to);
    } else if (name === NAMES.masterKey) await to.masterKey((await textOf(entry)).trim());
    else if (name === NAMES.credentials) await to.credentials(await textOf(entry));
    else if (name === NAMES.summary) {
      const written = parse(z.record(z.string(), z.unknown()), await textOf(entry));
      summary = parsed(summarySchema, written);
      isSignedWith = signed.signatureOf(written);
    } else throw new ArchiveError(`${name} does not belong to a backup`);
  }
  if (manifest === undefined || summary === undefined || isSignedWith === undefined)
    throw new ArchiveError('The end is missing');
  if (documents !== summary.documents) throw new ArchiveError('Documents are missing');
  return { manifest, summary, isSignedWith };
}

async function receiveClusterFile(
  { content, ...entry }: ArchiveEntry,
  { isSigned }: Manifest,
  to: Receiver,
): Promise<void> {
  const name = entry.name.slice(NAMES.cluster.length);
  if (isClusterFile(name)) return to.clusterFile({ ...entry, content, name });
  if (isSigned === true || !isEarlierClusterFile(name))
    throw new BackupError(
      `The backup has a file that the portal does not put into backups: ${JSON.stringify(entry.name)}. It may be forged. Nothing of it was used; use another backup.`,
    );
  let ignored = 0;
  for await (const { length } of content) ignored += length;
  if (ignored !== entry.size) throw new ArchiveError(`${entry.name} is cut off`);
}

const newer = (what: string) =>
  new BackupError(
    `A newer version of the portal made this backup (${what}). Install that version, then restore it.`,
  );

async function parseManifest(text: string): Promise<Manifest> {
  const { format, version } = parse(manifestSchema.pick({ format: true, version: true }), text);
  if (format > FORMAT) throw newer(`version ${version}`);
  const manifest = parse(manifestSchema, text);
  if (!(await knownMigrations()).includes(manifest.migration))
    throw newer(`this version does not know ${manifest.migration}`);
  return manifest;
}

const parse = <T>(schema: z.ZodType<T>, text: string): T => parsed(schema, jsonOf(text));

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ArchiveError('The description of the backup is damaged', { cause: error });
  }
}

function parsed<T>(schema: z.ZodType<T>, value: unknown): T {
  try {
    return schema.parse(value);
  } catch (error) {
    throw new ArchiveError('The description of the backup is damaged', { cause: error });
  }
}

async function textOf({ name, size, content }: ArchiveEntry): Promise<string> {
  if (size > MAX_TEXT) throw new ArchiveError(`${name} is too long`);
  return (await buffer(content)).toString('utf8');
}
