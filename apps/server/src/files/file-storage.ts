import { createHash } from 'node:crypto';
import { FILE_KINDS, type FileType } from '@portal/domain/document';
import { characterCount } from '@portal/domain/text';
import type { FastifyBaseLogger } from 'fastify';
import pLimit from 'p-limit';
import { isDatabaseUnavailable } from '#db/database-errors.ts';
import type { Db } from '#db/database.ts';
import { blindIndex, type Keys } from '#security/keys.ts';
import { BlobMissingError, type BlobStore } from './blob-store.ts';
import { ContentInspector, type Finding } from './content/inspector.ts';
import { cleanAnyName, cleanFileName, MAX_FILE_NAME } from './file-name.ts';
import { newFileKey, unwrapFileKey } from './file-key.ts';
import { registerPendingFile, forgetFile, abandonPendingFile, countBadFiles } from './pending-files.ts';
import { findBadFiles } from './sample.ts';
import { FileDamagedError, seal, unseal } from './sealing.ts';

/** A file that is stored, encrypted, but has no database record yet. */
export interface ReceivedFile {
  readonly id: string;
  readonly fileName: string;
  readonly fileType: FileType;
  readonly size: number;
  /** A keyed hash of the content, used to find identical files. */
  readonly contentHash: Buffer;
  readonly wrappedKey: Buffer;
}

/** Thrown for a file that is not accepted, with the reason. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';
  readonly why: 'empty' | 'too large' | 'name too long' | Exclude<Finding, FileType>;
  constructor(why: FileRefused['why']) {
    super(why);
    this.why = why;
  }
}

/** What is wrong with the files of documents. */
export interface FileProblems {
  readonly isUnavailable: boolean;
  readonly missing: number;
  readonly damaged: number;
}

/** Number of chunks that are read and decrypted concurrently, for all clients together. */
export const READ_SLOTS = 4;

interface Dependencies {
  readonly db: Db;
  readonly keys: Keys;
  readonly store: BlobStore;
  readonly log: FastifyBaseLogger;
}

/**
 * Stores encrypted files without leaving orphans: each upload is first registered as pending, then stored durably. The
 * transaction that creates its record also removes the pending entry. Maintenance removes files that stay pending.
 */
export class FileStorage {
  readonly store: BlobStore;
  readonly #db: Db;
  readonly #keys: Keys;
  readonly #log: FastifyBaseLogger;
  readonly #slots = pLimit(READ_SLOTS);

  constructor({ db, keys, store, log }: Dependencies) {
    this.store = store;
    this.#db = db;
    this.#keys = keys;
    this.#log = log;
  }

  /**
   * Streams a file into the store. The caller must either adopt it with a record (`adoptFile`) or `discard` it. Throws
   * `FileRefused`, `StoreFullError`, `StoreUnavailableError` and errors of the source; the file is then discarded.
   */
  async receive(
    name: string,
    source: AsyncIterable<Buffer>,
    maxBytes: number,
    { anyContent = false } = {},
  ): Promise<ReceivedFile> {
    const id = await registerPendingFile(this.#db);
    try {
      const inspector = new ContentInspector();
      const hash = createHash('sha256');
      let size = 0;
      const inspected = async function* () {
        for await (const chunk of source) {
          size += chunk.length;
          if (size > maxBytes) throw new FileRefused('too large');
          if (!anyContent) inspector.take(chunk);
          hash.update(chunk);
          yield chunk;
        }
        // Before the store sees the end of the stream and completes the file.
        if (size === 0) throw new FileRefused('empty');
      };
      const { key, wrapped } = newFileKey(this.#keys, id);
      await this.store.put(id, seal(key, id, inspected()));
      const finding = anyContent ? 'txt' : await inspector.finding(name);
      if (!isStored(finding)) throw new FileRefused(finding);
      const fileName = anyContent ? cleanAnyName(name) : cleanFileName(name, finding);
      if (characterCount(fileName) > MAX_FILE_NAME) throw new FileRefused('name too long');
      return {
        id,
        fileName,
        fileType: finding,
        size,
        contentHash: contentHash(this.#keys, hash.digest()),
        wrappedKey: wrapped,
      };
    } catch (error) {
      await this.discard(id);
      throw error;
    }
  }

  /**
   * Removes a file that has no record; if that fails, maintenance retries later. Does nothing if the file was adopted by a
   * record after all.
   */
  async discard(id: string): Promise<void> {
    try {
      if (!(await abandonPendingFile(this.#db, id))) return;
      await this.store.remove(id);
      await forgetFile(this.#db, id);
    } catch (error) {
      this.#log.warn({ err: error, fileId: id }, 'failed to remove a file without a record; will retry');
    }
  }

  /** Whether the store is usable, and how many files are known to be missing or damaged, or are missing from a sample. */
  async findProblems(): Promise<FileProblems> {
    const known = await countBadFiles(this.#db);
    try {
      await this.store.check();
      const bad = await findBadFiles(this.#db, this.store);
      const idsOf = (wanted: string) => bad.filter(({ problem }) => problem === wanted).map(({ id }) => id);
      const [missing, damaged] = [idsOf('missing'), idsOf('damaged')];
      if (missing.length > 0)
        this.#log.error(
          { fileIds: missing },
          'document files are missing from the store; run: doctor --files',
        );
      if (damaged.length > 0)
        this.#log.error({ fileIds: damaged }, 'document files are damaged; run: doctor --files');
      return {
        missing: Math.max(known.missing, missing.length),
        damaged: Math.max(known.damaged, damaged.length),
        isUnavailable: false,
      };
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      this.#log.warn({ err: error }, 'the file store is unavailable');
      return { ...known, isUnavailable: true };
    }
  }

  /**
   * Opens a stored file for reading. The whole file is verified before this resolves, and each chunk again as it is sent;
   * both stop when `signal` aborts. Throws `FileDamagedError` if it is damaged, missing or of another size, and the
   * signal's reason if aborted.
   */
  async open(
    id: string,
    wrappedKey: Buffer,
    size: number,
    signal: AbortSignal,
  ): Promise<AsyncIterable<Uint8Array>> {
    const key = unwrapFileKey(this.#keys, id, wrappedKey);
    try {
      let found = 0;
      for await (const chunk of this.#decrypted(id, key, signal)) found += chunk.length;
      if (found !== size) throw new FileDamagedError('The file size does not match');
    } catch (error) {
      if (error instanceof BlobMissingError)
        throw new FileDamagedError('The file is missing', { cause: error });
      throw error;
    }
    return this.#decrypted(id, key, signal);
  }

  /**
   * Reads a stored file without verifying the whole file first: the last chunk can fail. Throws `FileDamagedError`, `BlobMissingError`
   * and the signal's reason if aborted.
   */
  stream(id: string, wrappedKey: Buffer, signal: AbortSignal): AsyncIterable<Uint8Array> {
    return this.#decrypted(id, unwrapFileKey(this.#keys, id, wrappedKey), signal);
  }

  /** Decrypts chunk by chunk. A slot is held only while a chunk is processed, so slow clients do not block others. */
  async *#decrypted(id: string, key: Buffer, signal: AbortSignal): AsyncIterable<Uint8Array> {
    const chunks = unseal(key, id, this.store.read(id))[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = await this.#slots(() => {
          signal.throwIfAborted();
          return chunks.next();
        });
        if (next.done === true) return;
        yield next.value;
      }
    } finally {
      await chunks.return?.();
    }
  }
}

/** The keyed hash of a content, by its SHA-256. */
export const contentHash = (keys: Keys, digest: Buffer): Buffer =>
  blindIndex(keys, 'documents.content_hash', digest.toString('base64'));

const isStored = (finding: Finding): finding is FileType => Object.hasOwn(FILE_KINDS, finding);
