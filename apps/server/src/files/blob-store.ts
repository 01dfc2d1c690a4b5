/** Stores the bytes of files, which are already encrypted. Ids are UUIDs assigned by the portal. */
export interface BlobStore {
  /**
   * Writes a new blob durably. It becomes readable only once complete. Throws `StoreFullError` if there is no space and
   * `StoreUnavailableError` if the disk or bucket fails; call `remove` to clean up after a failed write.
   */
  put(id: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Streams the bytes of a blob, with backpressure. Throws `BlobMissingError` if it does not exist. */
  read(id: string): AsyncIterable<Uint8Array>;
  /** Returns the size of a blob in bytes without reading it. Throws `BlobMissingError` if it does not exist. */
  size(id: string): Promise<number>;
  /** Removes a blob, including the remains of a failed write. Does nothing if it does not exist. */
  remove(id: string): Promise<void>;
  /** Throws if the store is not usable. */
  check(): Promise<void>;
}

/** The store is reachable but has no such blob. */
export class BlobMissingError extends Error {
  override readonly name = 'BlobMissingError';
}

/** The store has no space left. */
export class StoreFullError extends Error {
  override readonly name = 'StoreFullError';
}

/** The store cannot currently be reached or used. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
}
