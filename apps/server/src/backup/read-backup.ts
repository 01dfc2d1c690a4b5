import { buffer } from 'node:stream/consumers';
import type { z } from 'zod';
import { knownMigrations } from '#migration/migrate.ts';
import { ArchiveError, readTar, type ArchiveEntry } from '#platform/tar.ts';
import { BackupError, damagedBackup, isArchiveError } from './backup-error.ts';
import { checkChecksums } from './checksums.ts';
import { decrypt, type Unlock } from './encryption.ts';
import { FORMAT, manifestSchema, NAMES, summarySchema, type Manifest, type Summary } from './manifest.ts';

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

const DOCUMENT = /^files\/[0-9a-f]{2}\/([0-9a-f-]{36})$/;
const CLUSTER_FILE = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*\/?$/;

/**
 * Decrypts a backup and passes its files on. Compares all checksums and the number of documents. Throws `BackupError` when the
 * file is damaged, was made by a newer version or cannot be decrypted.
 */
export async function readBackup(
  path: string,
  { unlock, signal, to }: { unlock: Unlock; signal: AbortSignal; to: Receiver },
): Promise<{ manifest: Manifest; summary: Summary }> {
  const plain = await decrypt(path, unlock);
  try {
    return await receive(checkChecksums(readTar(plain)), to, signal);
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
  signal: AbortSignal,
): Promise<{ manifest: Manifest; summary: Summary }> {
  let manifest: Manifest | undefined;
  let summary: Summary | undefined;
  let documents = 0;
  for await (const entry of entries) {
    signal.throwIfAborted();
    const { name, content } = entry;
    const document = DOCUMENT.exec(name)?.[1];
    if (manifest === undefined) {
      if (name !== NAMES.manifest) throw new ArchiveError('The manifest is missing');
      manifest = await parseManifest(await textOf(entry));
      await to.manifest(manifest);
    } else if (document !== undefined) {
      await to.document(document, content);
      documents += 1;
    } else if (name.startsWith(NAMES.cluster)) {
      await to.clusterFile({ ...entry, name: clusterName(name) });
    } else if (name === NAMES.masterKey) await to.masterKey((await textOf(entry)).trim());
    else if (name === NAMES.credentials) await to.credentials(await textOf(entry));
    else if (name === NAMES.summary) summary = parse(summarySchema, await textOf(entry));
    else throw new ArchiveError(`${name} does not belong to a backup`);
  }
  if (manifest === undefined || summary === undefined) throw new ArchiveError('The end is missing');
  if (documents !== summary.documents) throw new ArchiveError('Documents are missing');
  return { manifest, summary };
}

function clusterName(name: string): string {
  const inside = name.slice(NAMES.cluster.length);
  // No part starts with a dot, so no name leaves the folder.
  if (!CLUSTER_FILE.test(inside)) throw new ArchiveError('A file has an invalid name');
  return inside;
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

function parse<T>(schema: z.ZodType<T>, text: string): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    throw new ArchiveError('The description of the backup is damaged', { cause: error });
  }
}

const textOf = async ({ content }: ArchiveEntry) => (await buffer(content)).toString('utf8');
