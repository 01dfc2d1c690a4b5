import { createHash, createHmac, randomUUID, type Hash, type Hmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { SignatureV4 } from '@smithy/signature-v4';

const REGION = 'us-east-1';
const BUCKET = 'portal-documents';
const CREDENTIALS = { accessKeyId: 'portal', secretAccessKey: 'portal-secret' };
/** The smallest part of an upload but the last, as Amazon documents it (Amazon S3 multipart upload limits). */
const MIN_PART_BYTES = 5 * 1024 * 1024;

class S3Error extends Error {
  readonly status: number;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
  }
}

class Sha256 {
  readonly #hash: Hash | Hmac;
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(secret));
  }
  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(bytesOf(data));
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
}

function bytesOf(data: string | ArrayBuffer | ArrayBufferView): Buffer {
  if (typeof data === 'string') return Buffer.from(data);
  return ArrayBuffer.isView(data)
    ? Buffer.from(data.buffer, data.byteOffset, data.byteLength)
    : Buffer.from(data);
}

interface Upload {
  readonly key: string;
  readonly parts: Map<number, Buffer>;
}

/** What an S3 bucket does with the calls of the portal, in memory. Amazon's own library checks each signature. */
class Bucket {
  readonly #objects = new Map<string, Buffer>();
  readonly #uploads = new Map<string, Upload>();
  readonly #signer = new SignatureV4({
    service: 's3',
    region: REGION,
    credentials: CREDENTIALS,
    sha256: Sha256,
    uriEscapePath: false,
    applyChecksum: false,
  });

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', `http://${request.headers.host}`);
    const body = await buffer(request);
    await this.#checkSignature(request, body, { pathname, query: Object.fromEntries(searchParams) });
    const [, bucket, ...path] = pathname.split('/');
    if (bucket !== BUCKET) throw new S3Error(404, 'NoSuchBucket');
    const key = decodeURIComponent(path.join('/'));
    const { method } = request;
    if (key === '') response.end(method === 'HEAD' ? '' : this.#list(searchParams));
    else if (searchParams.has('uploads') || searchParams.has('uploadId'))
      this.#answerUpload({ method, key, searchParams, body }, response);
    else this.#answerObject({ method, key, body }, response);
  }

  /** The signature must be the one of this request, and the body the one that was signed. */
  async #checkSignature(
    { method = '', headers }: IncomingMessage,
    body: Buffer,
    { pathname, query }: { pathname: string; query: Record<string, string> },
  ): Promise<void> {
    const { authorization = '' } = headers;
    const [, accessKey, names = ''] = /Credential=([^/]+)\/.*SignedHeaders=([^,]+)/.exec(authorization) ?? [];
    if (accessKey !== CREDENTIALS.accessKeyId) throw new S3Error(403, 'InvalidAccessKeyId');
    const signed = Object.fromEntries(names.split(';').map((name) => [name, String(headers[name])]));
    const date = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(signed['x-amz-date'] ?? '')?.slice(1) ?? [];
    const { headers: expected } = await this.#signer.sign(
      { method, protocol: 'http:', hostname: '', path: pathname, query, headers: signed },
      { signingDate: new Date(`${date.slice(0, 3).join('-')}T${date.slice(3).join(':')}Z`) },
    );
    if (signatureOf(expected['authorization']) !== signatureOf(authorization))
      throw new S3Error(403, 'SignatureDoesNotMatch');
    const hash = signed['x-amz-content-sha256'];
    if (hash !== 'UNSIGNED-PAYLOAD' && hash !== createHash('sha256').update(body).digest('hex'))
      throw new S3Error(400, 'XAmzContentSHA256Mismatch');
  }

  #list(query: URLSearchParams): string {
    if (!query.has('uploads')) return '<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>';
    const uploads = [...this.#uploads].filter(([, { key }]) => key.startsWith(query.get('prefix') ?? ''));
    const entries = uploads.map(
      ([id, { key }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>2026-01-01T00:00:00.000Z</Initiated></Upload>`,
    );
    return `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${entries.join('')}</ListMultipartUploadsResult>`;
  }

  #answerUpload(
    {
      method,
      key,
      searchParams,
      body,
    }: { method: string | undefined; key: string; searchParams: URLSearchParams; body: Buffer },
    response: ServerResponse,
  ): void {
    if (searchParams.has('uploads')) {
      const created = randomUUID();
      this.#uploads.set(created, { key, parts: new Map() });
      response.end(
        `<InitiateMultipartUploadResult><UploadId>${created}</UploadId></InitiateMultipartUploadResult>`,
      );
      return;
    }
    const id = searchParams.get('uploadId') ?? '';
    const upload = this.#uploads.get(id);
    if (upload?.key !== key) throw new S3Error(404, 'NoSuchUpload');
    if (method === 'PUT') {
      upload.parts.set(Number(searchParams.get('partNumber')), body);
      response.setHeader('etag', etagOf(body)).end();
      return;
    }
    this.#uploads.delete(id);
    if (method === 'DELETE') response.writeHead(204).end();
    else response.end(this.#complete(upload, body.toString()));
  }

  #complete({ key, parts }: Upload, request: string): string {
    const wanted = [...request.matchAll(/<PartNumber>(\d+)<\/PartNumber>\s*<ETag>([^<]+)<\/ETag>/g)];
    const bytes = wanted.map(([, number, etag = ''], index) => {
      const part = parts.get(Number(number));
      if (part === undefined || !etag.includes(etagOf(part).slice(1, -1)))
        throw new S3Error(400, 'InvalidPart');
      if (index < wanted.length - 1 && part.length < MIN_PART_BYTES) throw new S3Error(400, 'EntityTooSmall');
      return part;
    });
    this.#objects.set(key, Buffer.concat(bytes));
    const names = `<Location>http://s3.example/${BUCKET}/${key}</Location><Bucket>${BUCKET}</Bucket><Key>${key}</Key>`;
    return `<CompleteMultipartUploadResult>${names}<ETag>"${randomUUID()}"</ETag></CompleteMultipartUploadResult>`;
  }

  #answerObject(
    { method, key, body }: { method: string | undefined; key: string; body: Buffer },
    response: ServerResponse,
  ): void {
    if (method === 'PUT') this.#objects.set(key, body);
    if (method === 'DELETE') {
      this.#objects.delete(key);
      response.writeHead(204).end();
      return;
    }
    const object = this.#objects.get(key);
    if (object === undefined) throw new S3Error(404, 'NoSuchKey');
    response.setHeader('etag', etagOf(object)).setHeader('last-modified', new Date(0).toUTCString());
    if (method !== 'PUT') response.setHeader('content-length', object.length);
    response.end(method === 'GET' ? object : '');
  }
}

const signatureOf = (authorization = '') => /Signature=(\w+)/.exec(authorization)?.[1];

const etagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`;

/** A server for tests with one bucket. It knows the calls that the portal makes, and refuses a wrong signature. */
export async function startS3() {
  const bucket = new Bucket();
  const server = createServer((request, response) => {
    bucket.answer(request, response).catch((error: unknown) => {
      const [status, code] = error instanceof S3Error ? [error.status, error.message] : [500, String(error)];
      response.writeHead(status).end(request.method === 'HEAD' ? '' : `<Error><Code>${code}</Code></Error>`);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  return {
    settings: {
      endpoint: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
      region: REGION,
      bucket: BUCKET,
      accessKey: CREDENTIALS.accessKeyId,
      secretKey: CREDENTIALS.secretAccessKey,
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
