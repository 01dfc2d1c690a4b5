import { createHash } from 'node:crypto';
import { FILE_KINDS, type FileType } from '@portal/domain/document';
import type { FastifyBaseLogger } from 'fastify';
import pLimit from 'p-limit';
import type { Db } from '#db/database.ts';
import { blindIndex, type Keys } from '#security/keys.ts';
import { BlobMissingError, StoreUnavailableError, type BlobStore } from './blob-store.ts';
import { ContentInspector, type Finding } from './content/inspector.ts';
import { cleanFileName } from './file-name.ts';
import { newFileKey, unwrapFileKey } from './file-key.ts';
import { announceFile, forgetFile, giveUpAnnounced, hasDamagedFiles } from './pending-files.ts';
import { missingOfSample } from './sample.ts';
import { FileDamagedError, seal, unseal } from './sealing.ts';

/** A file that lies in the store, encrypted, and that no record knows yet. */
export interface ReceivedFile {
  readonly id: string;
  readonly fileName: string;
  readonly fileType: FileType;
  readonly size: number;
  /** A keyed hash of the content: the same file gives the same bytes, and only with the key. */
  readonly contentHash: Buffer;
  readonly wrappedKey: Buffer;
}

/** A file that is not stored, and why. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';
  readonly why: 'empty' | 'too large' | Exclude<Finding, FileType>;
  constructor(why: FileRefused['why']) {
    super(why);
    this.why = why;
  }
}

/** Chunks of stored files that are read and decrypted at the same time, for all clients together. */
export const READ_SLOTS = 4;

interface RoomParts {
  readonly db: Db;
  readonly keys: Keys;
  readonly store: BlobStore;
  readonly log: FastifyBaseLogger;
}

/**
 * Keeps files, encrypted, and never one that no record knows for long: that a file is coming is written down first, then it is stored
 * durably, then its record and the crossing out commit together. What is left written down is removed by the maintenance.
 */
export class FileStorage {
  readonly store: BlobStore;
  readonly #db: Db;
  readonly #keys: Keys;
  readonly #log: FastifyBaseLogger;
  readonly #slots = pLimit(READ_SLOTS);

  constructor({ db, keys, store, log }: RoomParts) {
    this.store = store;
    this.#db = db;
    this.#keys = keys;
    this.#log = log;
  }

  /**
   * Stores a file as it comes in, holding little of it at a time. Its record must `adopt` it, or it is to be discarded. Throws
   * `FileRefused`, `StoreFullError`, `StoreUnavailableError`, and what the source throws; nothing stays then.
   */
  async receive(name: string, source: AsyncIterable<Buffer>, maxBytes: number): Promise<ReceivedFile> {
    const id = await announceFile(this.#db);
    try {
      const inspector = new ContentInspector();
      const hash = createHash('sha256');
      let size = 0;
      const passing = async function* () {
        for await (const chunk of source) {
          size += chunk.length;
          if (size > maxBytes) throw new FileRefused('too large');
          inspector.take(chunk);
          hash.update(chunk);
          yield chunk;
        }
        // Before the store is told that it is whole.
        if (size === 0) throw new FileRefused('empty');
      };
      const { key, wrapped } = newFileKey(this.#keys, id);
      await this.store.put(id, seal(key, id, passing()));
      const finding = await inspector.finding(name);
      if (!isStored(finding)) throw new FileRefused(finding);
      return {
        id,
        fileName: cleanFileName(name, finding),
        fileType: finding,
        size,
        contentHash: blindIndex(this.#keys, 'documents.content_hash', hash.digest('base64')),
        wrappedKey: wrapped,
      };
    } catch (error) {
      await this.discard(id);
      throw error;
    }
  }

  /**
   * Removes a file that has no record; where that fails, the maintenance does it later. One whose record has come after all, the
   * answer having been lost, stays.
   */
  async discard(id: string): Promise<void> {
    try {
      if (!(await giveUpAnnounced(this.#db, id))) return;
      await this.store.remove(id);
      await forgetFile(this.#db, id);
    } catch (error) {
      this.#log.warn({ err: error, fileId: id }, 'a file without a record could not be removed yet');
    }
  }

  /** Whether files can be stored, a few of those that should be there are, and none is known to be damaged. */
  async isWell(): Promise<boolean> {
    try {
      await this.store.check();
    } catch (error) {
      this.#log.warn({ err: error }, 'the file store cannot be used');
      return false;
    }
    return (await this.#sampleIsThere()) && !(await hasDamagedFiles(this.#db));
  }

  async #sampleIsThere(): Promise<boolean> {
    try {
      const fileIds = await missingOfSample(this.#db, this.store);
      if (fileIds.length === 0) return true;
      this.#log.error({ fileIds }, 'files of documents are missing from the store; run: doctor --files');
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error;
      this.#log.warn({ err: error }, 'the file store cannot be used');
    }
    return false;
  }

  /**
   * A stored file's bytes, every chunk of which has been found to be what was stored: once through all of it before this resolves, and
   * once more as it is sent. Both end when `signal` aborts. Throws `FileDamagedError`, also when it is missing or has another size, and
   * the signal's reason.
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
      if (found !== size) throw new FileDamagedError('The file has another size');
    } catch (error) {
      if (error instanceof BlobMissingError)
        throw new FileDamagedError('The file is missing', { cause: error });
      throw error;
    }
    return this.#decrypted(id, key, signal);
  }

  /** Chunk by chunk. A slot is taken for a chunk's work only, so a client that does not take its chunk keeps none. */
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

const isStored = (finding: Finding): finding is FileType => Object.hasOwn(FILE_KINDS, finding);
