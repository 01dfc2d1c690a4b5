import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BlobMissingError, StoreUnavailableError, type BlobStore } from './blob-store.ts';
import { FolderStore } from './folder-store.ts';
import { S3Store } from './s3-store.ts';

const BUCKET = 'portal-documents';
const closers: (() => Promise<unknown>)[] = [];
const stores = new Map<string, BlobStore>();
let folder = '';
let endpoint = '';

/** Starts a real S3-compatible server as a child process that ends with the tests. */
async function startS3(data: string): Promise<string> {
  const require = createRequire(import.meta.url);
  const program = require.resolve('s3rver/bin/s3rver.js');
  const child = spawn(
    process.execPath,
    [program, '-d', data, '-a', '127.0.0.1', '-p', '0', '--no-vhost-buckets', '--configure-bucket', BUCKET],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  closers.push(async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const port = /listening on \S+?:(\d+)/i.exec(output)?.[1];
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`The S3 server ended with ${code}: ${output}`)));
  });
}

const s3 = (change: object = {}) =>
  new S3Store({
    endpoint,
    region: 'us-east-1',
    bucket: BUCKET,
    accessKey: 'S3RVER',
    secretKey: 'S3RVER',
    ...change,
  });

beforeAll(async () => {
  const root = await mkdtemp(join(tmpdir(), 'portal-stores-'));
  closers.push(() => rm(root, { recursive: true, force: true }));
  folder = join(root, 'files');
  endpoint = await startS3(join(root, 's3'));
  stores.set('folder', new FolderStore(folder));
  stores.set('s3', s3());
});
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

async function* parts(bytes: Buffer, size = 70_000) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
async function* cut(bytes: Buffer) {
  yield bytes;
  throw new Error('connection lost');
}
async function gather(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe.each(['folder', 's3'])('%s store', (name) => {
  const store = () => {
    const found = stores.get(name);
    if (found === undefined) throw new Error('The store is available only while tests run');
    return found;
  };

  it.each([1, 70_000, 6 * 1024 * 1024])('returns %d bytes', async (size) => {
    const id = randomUUID();
    const bytes = randomBytes(size);
    await store().put(id, parts(bytes));
    expect((await gather(store().read(id))).equals(bytes)).toBe(true);
    expect(await store().size(id)).toBe(size);
    await store().remove(id);
    await expect(store().size(id)).rejects.toBeInstanceOf(BlobMissingError);
  });

  it('throws for a removed or unknown file; removing it again does nothing', async () => {
    const id = randomUUID();
    await expect(gather(store().read(id))).rejects.toBeInstanceOf(BlobMissingError);
    await store().put(id, parts(randomBytes(100)));
    await store().remove(id);
    await store().remove(id);
    await expect(gather(store().read(id))).rejects.toBeInstanceOf(BlobMissingError);
  });

  it('leaves nothing readable of an interrupted upload', async () => {
    const id = randomUUID();
    await expect(store().put(id, cut(randomBytes(200_000)))).rejects.toThrow('connection lost');
    await expect(gather(store().read(id))).rejects.toBeInstanceOf(BlobMissingError);
    await store().remove(id);
  });

  it('passes its check', () => expect(store().check()).resolves.toBeUndefined());
});

describe('stored files', () => {
  it('are named by id in folders by suffix, and leave nothing behind when removed', async () => {
    const store = new FolderStore(folder);
    const id = randomUUID();
    await store.put(id, parts(randomBytes(10)));
    expect(await readdir(join(folder, id.slice(-2)))).toEqual([id]);
    await expect(store.put('../../evil', parts(randomBytes(10)))).rejects.toThrow('Invalid file id');
    await store.remove(id);
    expect(await readdir(join(folder, id.slice(-2)))).toEqual([]);
  });

  it('report an unreachable store or a missing bucket as unavailable', async () => {
    for (const store of [s3({ endpoint: 'http://127.0.0.1:1' }), s3({ bucket: 'no-such-bucket' })])
      await expect(store.check()).rejects.toBeInstanceOf(StoreUnavailableError);
    await expect(gather(s3({ endpoint: 'http://127.0.0.1:1' }).read(randomUUID()))).rejects.toBeInstanceOf(
      StoreUnavailableError,
    );
  });
});
