import { Client } from 'minio';
import type { S3Settings } from '#platform/config.ts';
import { BlobMissingError, StoreFullError, StoreUnavailableError, type BlobStore } from './blob-store.ts';

/** The minimum part size of S3. Each running upload keeps at most two parts in memory. */
const PART_BYTES = 5 * 1024 * 1024;
const MISSING: ReadonlySet<string> = new Set(['NoSuchKey', 'NotFound']);
const FULL: ReadonlySet<string> = new Set([
  'XMinioStorageFull',
  'XMinioAdminBucketQuotaExceeded',
  'QuotaExceeded',
  'InsufficientCapacity',
]);

/** A multipart upload in progress. */
interface PartialUpload {
  readonly id: string;
  readonly parts: { part: number; etag: string }[];
}

/** Stores blobs as objects in an S3-compatible bucket. An object becomes visible once it is complete. */
export class S3Store implements BlobStore {
  readonly #client: Client;
  readonly #bucket: string;

  constructor({ endpoint, region, bucket, accessKey, secretKey }: S3Settings) {
    const { hostname, port, protocol } = new URL(endpoint);
    this.#bucket = bucket;
    this.#client = new Client({
      endPoint: hostname,
      ...(port === '' ? {} : { port: Number(port) }),
      useSSL: protocol === 'https:',
      region,
      accessKey,
      secretKey,
    });
  }

  async put(id: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const key = keyOf(id);
    let first: Buffer | undefined;
    let upload: PartialUpload | undefined;
    try {
      for await (const part of inParts(content)) {
        if (first === undefined) first = part;
        else {
          upload ??= await this.#begin(key, first);
          await this.#send(key, upload, part);
        }
      }
      // The stream is complete, so the object can be created.
      if (upload === undefined)
        await withStoreErrors(this.#client.putObject(this.#bucket, key, first ?? Buffer.alloc(0)));
      else
        await withStoreErrors(
          this.#client.completeMultipartUpload(this.#bucket, key, upload.id, upload.parts),
        );
    } catch (error) {
      // If this fails too, `remove` cleans up later.
      if (upload !== undefined)
        await this.#client.abortMultipartUpload(this.#bucket, key, upload.id).catch(() => undefined);
      throw error;
    }
  }

  async #begin(key: string, first: Buffer): Promise<PartialUpload> {
    const id = await withStoreErrors(this.#client.initiateNewMultipartUpload(this.#bucket, key, {}));
    const upload = { id, parts: [] };
    await this.#send(key, upload, first);
    return upload;
  }

  async #send(key: string, { id, parts }: PartialUpload, part: Buffer): Promise<void> {
    const partNumber = parts.length + 1;
    const headers = { 'content-length': part.length };
    const { etag } = await withStoreErrors(
      this.#client.uploadPart(
        { bucketName: this.#bucket, objectName: key, uploadID: id, partNumber, headers },
        part,
      ),
    );
    parts.push({ part: partNumber, etag });
  }

  async *read(id: string): AsyncIterable<Uint8Array> {
    const body = await withStoreErrors(this.#client.getObject(this.#bucket, keyOf(id)));
    try {
      for await (const chunk of body) yield Buffer.from(chunk);
    } finally {
      body.destroy();
    }
  }

  async size(id: string): Promise<number> {
    return (await withStoreErrors(this.#client.statObject(this.#bucket, keyOf(id)))).size;
  }

  async remove(id: string): Promise<void> {
    await withStoreErrors(this.#client.removeObject(this.#bucket, keyOf(id)));
    try {
      await this.#client.removeIncompleteUpload(this.#bucket, keyOf(id));
    } catch (error) {
      // A store that cannot list unfinished uploads cleans them up itself.
      if (codeOf(error) !== 'NotImplemented') throw toStoreError(error);
    }
  }

  async check(): Promise<void> {
    if (!(await withStoreErrors(this.#client.bucketExists(this.#bucket))))
      throw new StoreUnavailableError(`The bucket ${this.#bucket} does not exist`);
  }
}

const keyOf = (id: string) => `documents/${id}`;

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** Converts errors of the S3 client to those of `BlobStore`. */
async function withStoreErrors<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw toStoreError(error);
  }
}

function toStoreError(error: unknown): Error {
  const code = codeOf(error);
  if (MISSING.has(code)) return new BlobMissingError('There is no such object', { cause: error });
  if (FULL.has(code)) return new StoreFullError('The file store is full', { cause: error });
  return new StoreUnavailableError('The file store returned an unexpected error', { cause: error });
}

/** Splits the stream into parts of at least PART_BYTES; the last may be smaller. */
async function* inParts(content: AsyncIterable<Uint8Array>): AsyncIterable<Buffer> {
  let pending: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    pending.push(chunk);
    bytes += chunk.length;
    if (bytes < PART_BYTES) continue;
    yield Buffer.concat(pending);
    pending = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(pending);
}
