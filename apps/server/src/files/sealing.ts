import { createCipheriv, createDecipheriv } from 'node:crypto';

/** Plain bytes per chunk; only the last one may be shorter. */
export const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const SEALED_BYTES = CHUNK_BYTES + TAG_BYTES;
/** The first bytes of every sealed file: format name and version. */
const HEADER = Buffer.from('MPF1');

/** The content of a file does not match what was stored: altered, truncated, reordered or replaced by another file. */
export class FileDamagedError extends Error {
  override readonly name = 'FileDamagedError';
}

/**
 * Encrypts a stream in chunks of 64 KiB with AES-256-GCM. The nonce is the chunk number, which is safe because every file
 * has its own key. The file id, the chunk number and whether it is the last chunk are authenticated, so chunks cannot be
 * moved or removed.
 */
export async function* seal(
  key: Buffer,
  fileId: string,
  plain: AsyncIterable<Uint8Array>,
): AsyncIterable<Uint8Array> {
  yield HEADER;
  let index = 0;
  for await (const { chunk, isLast } of inChunks(plain, CHUNK_BYTES)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index)).setAAD(placeOf(fileId, index, isLast));
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
    index += 1;
  }
}

/** The size in bytes that `seal` produces for a plain size. */
export function sealedSize(plainBytes: number): number {
  return HEADER.length + plainBytes + Math.max(1, Math.ceil(plainBytes / CHUNK_BYTES)) * TAG_BYTES;
}

/** Decrypts the output of `seal`. Throws `FileDamagedError` at the first damaged chunk; earlier chunks were intact. */
export async function* unseal(
  key: Buffer,
  fileId: string,
  sealed: AsyncIterable<Uint8Array>,
): AsyncIterable<Uint8Array> {
  let index = 0;
  for await (const { chunk, isLast } of inChunks(withoutHeader(sealed), SEALED_BYTES)) {
    if (chunk.length < TAG_BYTES) throw new FileDamagedError('A chunk is truncated');
    const tag = chunk.length - TAG_BYTES;
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(index), { authTagLength: TAG_BYTES })
      .setAAD(placeOf(fileId, index, isLast))
      .setAuthTag(chunk.subarray(tag));
    const plain = decipher.update(chunk.subarray(0, tag));
    try {
      decipher.final();
    } catch (error) {
      throw new FileDamagedError(`Chunk ${index} failed authentication`, { cause: error });
    }
    yield plain;
    index += 1;
  }
}

async function* withoutHeader(sealed: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let header = Buffer.alloc(0);
  for await (const part of sealed) {
    if (header.length === HEADER.length) {
      yield part;
      continue;
    }
    const missing = HEADER.length - header.length;
    header = Buffer.concat([header, part.subarray(0, missing)]);
    if (header.length === HEADER.length) {
      if (!header.equals(HEADER)) throw new FileDamagedError('The file header is invalid');
      yield part.subarray(missing);
    }
  }
  if (header.length < HEADER.length) throw new FileDamagedError('The file is truncated');
}

/** Splits the stream into chunks of equal size. There is always a last chunk, which may be shorter or empty. */
async function* inChunks(
  source: AsyncIterable<Uint8Array>,
  size: number,
): AsyncIterable<{ chunk: Buffer; isLast: boolean }> {
  let parts: Uint8Array[] = [];
  let held = 0;
  for await (const part of source) {
    let rest = part;
    // A full chunk is yielded only once more data follows, because it might be the last.
    while (held + rest.length > size) {
      const taken = size - held;
      yield { chunk: Buffer.concat([...parts, rest.subarray(0, taken)]), isLast: false };
      parts = [];
      held = 0;
      rest = rest.subarray(taken);
    }
    if (rest.length === 0) continue;
    parts.push(rest);
    held += rest.length;
  }
  yield { chunk: Buffer.concat(parts), isLast: true };
}

function nonceOf(index: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(index, 8);
  return nonce;
}

function placeOf(fileId: string, index: number, isLast: boolean): Buffer {
  return Buffer.from(`${fileId}:${index}:${isLast ? 'last' : 'more'}`);
}
