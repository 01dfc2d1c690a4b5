import { Readable } from 'node:stream';
import { Client } from 'minio';
import type { S3Settings } from '../config.ts';
import { BlobMissingError, StoreFullError, StoreUnavailableError, type BlobStore } from './blob-store.ts';

/** The least that S3 takes for a part; so much of each running upload is in memory. */
const PART_BYTES = 5 * 1024 * 1024;
const MISSING: ReadonlySet<string> = new Set(['NoSuchKey', 'NotFound']);
const FULL: ReadonlySet<string> = new Set([
  'XMinioStorageFull',
  'XMinioAdminBucketQuotaExceeded',
  'QuotaExceeded',
  'InsufficientCapacity',
]);

/** Blobs as objects of a bucket of S3 or a store that speaks its protocol; one is visible once it is whole. */
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
      partSize: PART_BYTES,
    });
  }

  async put(id: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const body = Readable.from(content, { objectMode: false });
    // Its end is heard of by the call below, also where that has failed already for another reason.
    let broken: unknown;
    body.on('error', (error) => (broken = error));
    try {
      await this.#client.putObject(this.#bucket, keyOf(id), body);
    } catch (error) {
      body.destroy();
      throw broken ?? explain(error);
    }
  }

  async *read(id: string): AsyncIterable<Uint8Array> {
    let body: Readable;
    try {
      body = await this.#client.getObject(this.#bucket, keyOf(id));
    } catch (error) {
      throw explain(error);
    }
    try {
      for await (const chunk of body) yield Buffer.from(chunk);
    } finally {
      body.destroy();
    }
  }

  async remove(id: string): Promise<void> {
    try {
      await this.#client.removeObject(this.#bucket, keyOf(id));
      await this.#client.removeIncompleteUpload(this.#bucket, keyOf(id));
    } catch (error) {
      throw explain(error);
    }
  }

  async check(): Promise<void> {
    let exists: boolean;
    try {
      exists = await this.#client.bucketExists(this.#bucket);
    } catch (error) {
      throw explain(error);
    }
    if (!exists) throw new StoreUnavailableError(`The bucket ${this.#bucket} does not exist`);
  }
}

const keyOf = (id: string) => `documents/${id}`;

function explain(error: unknown): Error {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (MISSING.has(code)) return new BlobMissingError('There is no such object', { cause: error });
  if (FULL.has(code)) return new StoreFullError('The file store is full', { cause: error });
  return new StoreUnavailableError('The file store does not answer as it should', { cause: error });
}
