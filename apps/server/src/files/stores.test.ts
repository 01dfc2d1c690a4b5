import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startS3 } from '#test/s3-server.ts';
import type { S3Settings } from '#platform/config.ts';
import { BlobMissingError, StoreUnavailableError, type BlobStore } from './blob-store.ts';
import { FolderStore } from './folder-store.ts';
import { S3Store } from './s3-store.ts';

const closers: (() => unknown)[] = [];
const stores = new Map<string, BlobStore>();
let folder = '';
let settings: S3Settings;

const s3 = (change: object = {}) => new S3Store({ ...settings, ...change });

beforeAll(async () => {
  const root = await mkdtemp(join(tmpdir(), 'portal-stores-'));
  closers.push(() => rm(root, { recursive: true, force: true }));
  folder = join(root, 'files');
  const server = await startS3();
  closers.push(server.close);
  ({ settings } = server);
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

  it('report an unreachable store, a missing bucket or wrong keys as unavailable', async () => {
    for (const change of [
      { endpoint: 'http://127.0.0.1:1' },
      { bucket: 'no-such-bucket' },
      { secretKey: 'another' },
      { accessKey: 'another' },
    ])
      await expect(s3(change).check()).rejects.toBeInstanceOf(StoreUnavailableError);
    await expect(gather(s3({ endpoint: 'http://127.0.0.1:1' }).read(randomUUID()))).rejects.toBeInstanceOf(
      StoreUnavailableError,
    );
  });
});
