import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { explainError } from '#cli/explain-error.ts';
import { ConfigError, readConfig } from '#platform/config.ts';
import { StoreUnavailableError } from './blob-store.ts';
import { S3Store } from './s3-store.ts';

/** Listens on a loopback port until the end of the test. Returns the address. */
async function serve(handle: RequestListener): Promise<string> {
  const server = createServer(handle);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

interface Answer {
  readonly status: number;
  readonly code?: string;
}

/** A store in front of a bucket that answers as given; undefined: it never answers. */
async function storeThat(answer: Answer | undefined): Promise<S3Store> {
  const endpoint = await serve((request, response) => {
    if (answer === undefined) return;
    response.statusCode = answer.status;
    const body = `<?xml version="1.0"?><Error><Code>${answer.code ?? ''}</Code><Message>no</Message></Error>`;
    response.end(request.method === 'HEAD' || answer.code === undefined ? '' : body);
  });
  return storeAt(endpoint);
}

const storeAt = (endpoint: string) =>
  new S3Store(
    { endpoint, region: 'us-east-1', bucket: 'documents', accessKey: 'key', secretKey: 'secret' },
    500,
  );

async function problemOf(store: S3Store): Promise<string | undefined> {
  const error: unknown = await store.check().then(
    () => undefined,
    (failure: unknown) => failure,
  );
  expect(error).toBeInstanceOf(StoreUnavailableError);
  return explainError(error);
}

it.each([
  [{ status: 403, code: 'RequestTimeTooSkewed' }, /^The clock of this computer differs/],
  [{ status: 403, code: 'SignatureDoesNotMatch' }, /Correct S3_SECRET_KEY/],
  [{ status: 403, code: 'InvalidAccessKeyId' }, /does not know S3_ACCESS_KEY/],
  [{ status: 403, code: 'AccessDenied' }, /^The access key may not use the bucket documents\./],
  [{ status: 403 }, /^The access key may not use the bucket documents\./],
  [{ status: 404 }, /^The bucket documents does not exist\./],
  [{ status: 400, code: 'AuthorizationHeaderMalformed' }, /another region or at another address/],
  [{ status: 301, code: 'PermanentRedirect' }, /another region or at another address/],
  [{ status: 307, code: 'TemporaryRedirect' }, /another region or at another address/],
  [{ status: 503, code: 'SlowDown' }, /has too many requests/],
])('a bucket that answers %j is explained', async (answer, sentence) => {
  expect(await problemOf(await storeThat(answer))).toMatch(sentence);
});

it('a bucket that never answers, or is not there, is explained', async () => {
  expect(await problemOf(await storeThat(undefined))).toMatch(/does not answer \(ETIMEDOUT\)/);
  expect(await problemOf(storeAt('http://127.0.0.1:1'))).toMatch(
    /^The file store at 127\.0\.0\.1:1 does not answer \(ECONNREFUSED\)\. Check S3_ENDPOINT/,
  );
});

it.each([
  'https://s3.example/bucket',
  'https://[2001:db8::1]:9000',
  'https://key@s3.example',
  'ftp://s3.example',
  's3.example',
])('the endpoint %s is refused in words', (endpoint) => {
  const read = () => readConfig({ S3_ENDPOINT: endpoint });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow('a host name or IPv4 address, without a path');
});

// Answers of Ceph's radosgw 16.2.15, seen on 2026-11-27.
it.each([
  ['nothing', undefined],
  ['the upload that was not finished', 'u1'],
])('removing a file that is there aborts %s', async (_what, upload) => {
  const removed: string[] = [];
  const endpoint = await serve(({ method, url = '' }, response) => {
    if (method === 'DELETE') {
      removed.push(url.replace(/^\/documents\/documents\//, ''));
      const isUnknown = url.includes('uploadId=') && upload === undefined;
      response.statusCode = isUnknown ? 404 : 204;
      response.end(isUnknown ? '<Error><Code>NoSuchUpload</Code></Error>' : '');
      return;
    }
    const found =
      upload === undefined
        ? ''
        : `<Upload><Key>documents/file</Key><UploadId>${upload}</UploadId><Initiated>2026-11-27T20:00:00Z</Initiated></Upload>`;
    response.end(
      `<ListMultipartUploadsResult><Bucket>documents</Bucket>${found}</ListMultipartUploadsResult>`,
    );
  });
  await storeAt(endpoint).remove('file');
  expect(removed).toEqual(['file', ...(upload === undefined ? [] : [`file?uploadId=${upload}`])]);
});
