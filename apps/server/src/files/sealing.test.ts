import { createHash, randomBytes, randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SEALED_FILE } from '#test/sealed-file.ts';
import { TEST_KEYS } from '#test/settings.ts';
import { deriveKeys } from '#security/keys.ts';
import { newFileKey, unwrapFileKey } from './file-key.ts';
import { CHUNK_BYTES, FileDamagedError, seal, unseal } from './sealing.ts';

const ID = randomUUID();
const KEY = randomBytes(32);
/** Sizes in a sealed file: the header, and a full chunk with its tag. */
const HEADER = 4;
const SEALED = CHUNK_BYTES + 16;

async function* parts(bytes: Uint8Array, size = 100_000) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
async function gather(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}
const sealed = (plain: Uint8Array, id: string = ID) => gather(seal(KEY, id, parts(plain)));
const opened = (bytes: Uint8Array, id: string = ID, key: Buffer = KEY) =>
  gather(unseal(key, id, parts(bytes)));

describe('file encryption at rest', () => {
  it('restores files of any size, however they are streamed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 3 * CHUNK_BYTES }),
        fc.integer({ min: 1, max: 2 * CHUNK_BYTES }),
        async (size, step) => {
          const plain = Buffer.alloc(size, 'abcdefg');
          const bytes = await gather(seal(KEY, ID, parts(plain, step)));
          expect((await gather(unseal(KEY, ID, parts(bytes, step)))).equals(plain)).toBe(true);
        },
      ),
      { numRuns: 20 },
    );
  });

  it.each([0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 2 * CHUNK_BYTES])(
    'restores %d bytes and stores no plain text',
    async (size) => {
      const plain = randomBytes(size);
      const bytes = await sealed(plain);
      expect((await opened(bytes)).equals(plain)).toBe(true);
      expect(size > 16 && bytes.includes(plain.subarray(0, 16))).toBe(false);
    },
  );

  it('seals equal chunks differently, and equal files with different keys differently', async () => {
    const plain = Buffer.alloc(3 * CHUNK_BYTES, 'x');
    const bytes = await sealed(plain);
    const other = await gather(seal(randomBytes(32), ID, parts(plain)));
    const bodies = [bytes, other].flatMap((file) =>
      [0, 1, 2].map((index) =>
        file.subarray(HEADER + index * SEALED, HEADER + index * SEALED + CHUNK_BYTES).toString('base64'),
      ),
    );
    expect(new Set(bodies).size).toBe(6);
  });

  it('opens a file stored by version 1', async () => {
    const { id, wrappedKey, sealed: stored, plain } = SEALED_FILE;
    const key = unwrapFileKey(TEST_KEYS, id, wrappedKey);
    expect((await opened(stored, id, key)).toString()).toBe(plain);
  });

  it('seals a long file byte for byte like version 1', async () => {
    const plain = Buffer.alloc(2 * CHUNK_BYTES + 10, 'x');
    const bytes = await gather(seal(Buffer.alloc(32, 9), SEALED_FILE.id, parts(plain)));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(
      '6bee6e27c84d72398d9156d5b445ef538ac6d94d48579df02f32162e17d271df',
    );
  });

  it('detects any changed byte', async () => {
    const plain = randomBytes(1000);
    const bytes = await sealed(plain);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: bytes.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        async (at, change) => {
          const altered = Buffer.from(bytes);
          altered[at] = (altered[at] ?? 0) ^ change;
          await expect(opened(altered)).rejects.toBeInstanceOf(FileDamagedError);
        },
      ),
    );
  });

  it('detects truncated, repeated and swapped chunks, also at chunk boundaries', async () => {
    const bytes = await sealed(randomBytes(3 * CHUNK_BYTES));
    const chunk = (index: number) => bytes.subarray(HEADER + index * SEALED, HEADER + (index + 1) * SEALED);
    const header = bytes.subarray(0, HEADER);
    for (const altered of [
      Buffer.alloc(0),
      header,
      bytes.subarray(0, HEADER + 2 * SEALED),
      bytes.subarray(0, bytes.length - 1),
      Buffer.concat([header, chunk(1), chunk(0), chunk(2)]),
      Buffer.concat([header, chunk(0), chunk(0), chunk(1), chunk(2)]),
      Buffer.concat([header, chunk(0), chunk(2)]),
      Buffer.concat([bytes, chunk(2)]),
    ])
      await expect(opened(altered)).rejects.toBeInstanceOf(FileDamagedError);
  });

  it('refuses a file under another id or with another key', async () => {
    const bytes = await sealed(randomBytes(10));
    await expect(opened(bytes, randomUUID())).rejects.toBeInstanceOf(FileDamagedError);
    await expect(opened(bytes, ID, randomBytes(32))).rejects.toBeInstanceOf(FileDamagedError);
  });

  it('opens a file’s key only with its id and the same master key', () => {
    const keys = deriveKeys(randomBytes(32));
    const { key, wrapped } = newFileKey(keys, ID);
    expect(unwrapFileKey(keys, ID, wrapped).equals(key)).toBe(true);
    expect(wrapped.includes(key)).toBe(false);
    const altered = Buffer.from(wrapped);
    altered[20] = (altered[20] ?? 0) ^ 1;
    for (const open of [
      () => unwrapFileKey(keys, randomUUID(), wrapped),
      () => unwrapFileKey(deriveKeys(randomBytes(32)), ID, wrapped),
      () => unwrapFileKey(keys, ID, altered),
      () => unwrapFileKey(keys, ID, wrapped.subarray(0, 40)),
    ])
      expect(open).toThrow(FileDamagedError);
  });
});
