/** Where the bytes of stored files are; what they mean is encrypted before they come here. Ids are the portal's own UUIDs. */
export interface BlobStore {
  /**
   * Writes a new blob; when it resolves, the blob survives a power cut. Nothing of it can be read before. Throws
   * `StoreFullError` when there is no space; what is left of a failed write is for `remove`.
   */
  put(id: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** The bytes of a blob, read no faster than they are taken. Throws `BlobMissingError` when there is none. */
  read(id: string): AsyncIterable<Uint8Array>;
  /** How many bytes a blob has, without reading it. Throws `BlobMissingError` when there is none. */
  size(id: string): Promise<number>;
  /** Removes a blob and what is left of a failed write; one that is not there is no error. */
  remove(id: string): Promise<void>;
  /** Whether it can be used now. Throws with what is wrong. */
  check(): Promise<void>;
}

/** The store answers, and has no such blob. */
export class BlobMissingError extends Error {
  override readonly name = 'BlobMissingError';
}

/** There is no space left. */
export class StoreFullError extends Error {
  override readonly name = 'StoreFullError';
}

/** The store cannot be reached or used at the moment. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
}
