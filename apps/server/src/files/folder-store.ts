import { access, constants, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createFolder, isDiskFull, syncFolder, systemErrorCode } from '#platform/disk.ts';
import { BlobMissingError, StoreFullError, StoreUnavailableError, type BlobStore } from './blob-store.ts';

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Small, because each slow client keeps one chunk in memory. */
const READ_BYTES = 64 * 1024;

/**
 * Stores blobs as files, in 256 subfolders named by the last two digits of the id. A blob is written to a temporary name,
 * synced to disk, and then renamed.
 */
export class FolderStore implements BlobStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async put(id: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const path = this.#path(id);
    let ofSource: unknown;
    try {
      if ((await createFolder(dirname(path), 0o700)) !== undefined) await syncFolder(this.#folder);
      // `wx` never overwrites: every id is used once.
      const file = await open(partOf(path), 'wx', 0o600);
      try {
        for await (const chunk of watched(content, (error) => (ofSource = error)))
          await file.writeFile(chunk);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(partOf(path), path);
      await syncFolder(dirname(path));
    } catch (error) {
      if (systemErrorCode(error) === undefined || ofSource === error) throw error;
      throw isDiskFull(error)
        ? new StoreFullError('The disk is full', { cause: error })
        : new StoreUnavailableError(`${this.#folder} cannot be written`, { cause: error });
    }
  }

  async *read(id: string): AsyncIterable<Uint8Array> {
    const file = await open(this.#path(id), 'r').catch(missing);
    try {
      for (;;) {
        const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(READ_BYTES), 0, READ_BYTES);
        if (bytesRead === 0) return;
        yield buffer.subarray(0, bytesRead);
      }
    } finally {
      await file.close();
    }
  }

  async size(id: string): Promise<number> {
    return (await stat(this.#path(id)).catch(missing)).size;
  }

  async remove(id: string): Promise<void> {
    const path = this.#path(id);
    await rm(path, { force: true });
    await rm(partOf(path), { force: true });
  }

  async check(): Promise<void> {
    try {
      await createFolder(this.#folder, 0o700);
      await access(this.#folder, constants.R_OK | constants.W_OK);
    } catch (error) {
      throw new StoreUnavailableError(`${this.#folder} cannot be written`, { cause: error });
    }
  }

  #path(id: string): string {
    if (!ID.test(id)) throw new Error('Invalid file id');
    return join(this.#folder, id.slice(-2), id);
  }
}

/** Tells of failures of a source, which are not those of the disk. */
async function* watched(
  source: AsyncIterable<Uint8Array>,
  onFailure: (error: unknown) => void,
): AsyncGenerator<Uint8Array> {
  try {
    yield* source;
  } catch (error) {
    onFailure(error);
    throw error;
  }
}

function missing(error: unknown): never {
  if (systemErrorCode(error) === 'ENOENT')
    throw new BlobMissingError('There is no such file', { cause: error });
  throw error;
}

const partOf = (path: string) => `${path}.part`;
