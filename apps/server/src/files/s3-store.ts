import http from 'node:http';
import https from 'node:https';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Client } from 'minio';
import type { S3Settings } from '#platform/config.ts';
import { explainS3, s3Code } from './s3-problem.ts';
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

/** The client also asks to abort when there is no unfinished upload. A store that cannot list them cleans them up. */
const NOTHING_TO_ABORT: ReadonlySet<string> = new Set(['NoSuchUpload', 'NotImplemented']);

/** A request on which nothing moves for this long has failed. */
const SILENCE_MS = 8_000;
/** Codes of answers without a body, which do not say why. */
const UNEXPLAINED: ReadonlySet<string> = new Set(['AccessDenied', 'UnknownError', '']);

/** A multipart upload in progress. */
interface PartialUpload {
  readonly id: string;
  readonly parts: { part: number; etag: string }[];
}

/** Stores blobs as objects in an S3-compatible bucket. An object becomes visible once it is complete. */
export class S3Store implements BlobStore {
  readonly #client: Client;
  readonly #bucket: string;
  readonly #host: string;

  constructor(
    { endpoint, region, bucket, accessKey, secretKey }: S3Settings,
    silenceMs: number = SILENCE_MS,
  ) {
    const { host, hostname, port, protocol } = new URL(endpoint);
    this.#bucket = bucket;
    this.#host = host;
    const Agent = protocol === 'https:' ? https.Agent : http.Agent;
    this.#client = new Client({
      endPoint: hostname,
      ...(port === '' ? {} : { port: Number(port) }),
      useSSL: protocol === 'https:',
      region,
      accessKey,
      secretKey,
      transportAgent: endingWhenSilent(new Agent({ keepAlive: true, timeout: silenceMs })),
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
        await this.#answer(this.#client.putObject(this.#bucket, key, first ?? Buffer.alloc(0)));
      else
        await this.#answer(this.#client.completeMultipartUpload(this.#bucket, key, upload.id, upload.parts));
    } catch (error) {
      // If this fails too, `remove` cleans up later.
      if (upload !== undefined)
        await this.#client.abortMultipartUpload(this.#bucket, key, upload.id).catch(() => undefined);
      throw error;
    }
  }

  async #begin(key: string, first: Buffer): Promise<PartialUpload> {
    const id = await this.#answer(this.#client.initiateNewMultipartUpload(this.#bucket, key, {}));
    const upload = { id, parts: [] };
    await this.#send(key, upload, first);
    return upload;
  }

  async #send(key: string, { id, parts }: PartialUpload, part: Buffer): Promise<void> {
    const partNumber = parts.length + 1;
    const headers = { 'content-length': part.length };
    const { etag } = await this.#answer(
      this.#client.uploadPart(
        { bucketName: this.#bucket, objectName: key, uploadID: id, partNumber, headers },
        part,
      ),
    );
    parts.push({ part: partNumber, etag });
  }

  async *read(id: string): AsyncIterable<Uint8Array> {
    const body = await this.#answer(this.#client.getObject(this.#bucket, keyOf(id)));
    try {
      for await (const chunk of body) yield Buffer.from(chunk);
    } finally {
      body.destroy();
    }
  }

  async size(id: string): Promise<number> {
    return (await this.#answer(this.#client.statObject(this.#bucket, keyOf(id)))).size;
  }

  async remove(id: string): Promise<void> {
    await this.#answer(this.#client.removeObject(this.#bucket, keyOf(id)));
    try {
      const upload = await this.#client.findUploadId(this.#bucket, keyOf(id));
      if (upload !== undefined) await this.#client.abortMultipartUpload(this.#bucket, keyOf(id), upload);
    } catch (error) {
      if (!NOTHING_TO_ABORT.has(s3Code(error))) throw this.#storeError(error);
    }
  }

  async check(): Promise<void> {
    let exists: boolean;
    try {
      exists = await this.#client.bucketExists(this.#bucket);
    } catch (error) {
      throw this.#storeError(UNEXPLAINED.has(s3Code(error)) ? await this.#reasonOf(error) : error);
    }
    if (!exists)
      throw this.#storeError(Object.assign(new Error('There is no bucket'), { code: 'NoSuchBucket' }));
  }

  /** Asks again in a way that is answered with a reason. */
  async #reasonOf(error: unknown): Promise<unknown> {
    try {
      const objects = this.#client.listObjectsV2(this.#bucket, keyOf(''));
      await objects[Symbol.asyncIterator]().next();
      objects.destroy();
      return error;
    } catch (reason) {
      return reason;
    }
  }

  /** Converts errors of the S3 client to those of `BlobStore`. */
  async #answer<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      throw this.#storeError(error);
    }
  }

  #storeError(error: unknown): Error {
    const code = s3Code(error);
    if (MISSING.has(code)) return new BlobMissingError('There is no such object', { cause: error });
    if (FULL.has(code)) return new StoreFullError('The file store is full', { cause: error });
    const cause = explainS3(error, { bucket: this.#bucket, host: this.#host });
    return new StoreUnavailableError('The file store returned an unexpected error', { cause });
  }
}

/** Node.js reports a silent connection but does not end it. */
function endingWhenSilent<T extends http.Agent>(agent: T): T {
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (...args): Duplex | null | undefined => {
    const socket = connect(...args);
    if (socket instanceof Socket)
      socket.on('timeout', () =>
        socket.destroy(Object.assign(new Error('The file store is silent'), { code: 'ETIMEDOUT' })),
      );
    return socket;
  };
  return agent;
}

const keyOf = (id: string) => `documents/${id}`;

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
