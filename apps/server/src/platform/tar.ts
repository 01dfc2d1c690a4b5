import { buffer } from 'node:stream/consumers';

/** A file of an archive. `content` must have exactly `size` bytes. The name of a folder ends with a slash. */
export interface ArchiveEntry {
  readonly name: string;
  readonly size: number;
  readonly content: AsyncIterable<Uint8Array>;
}

/** The archive is cut off or is not a tar file. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
}

const BLOCK = 512;
/** Fields of the POSIX ustar header: offset and length. */
const NAME = [0, 100] as const;
const SIZE = [124, 12] as const;
const CHECKSUM = [148, 8] as const;
const TYPE = [156, 1] as const;
const LINK = [157, 100] as const;
const PREFIX = [345, 155] as const;
const FILE = '0';
const FOLDER = '5';

/** Streams entries as a tar file (POSIX ustar). Only one chunk is in memory at a time. */
export async function* writeTar(entries: AsyncIterable<ArchiveEntry>): AsyncGenerator<Uint8Array> {
  for await (const { name, size, content } of entries) {
    yield header(name, size);
    let written = 0;
    for await (const chunk of content) {
      written += chunk.length;
      yield chunk;
    }
    if (written !== size) throw new ArchiveError(`${name} has ${written} bytes instead of ${size}`);
    yield Buffer.alloc(paddingOf(size));
  }
  yield Buffer.alloc(2 * BLOCK);
}

/**
 * Reads the entries of `writeTar`, which are files and folders: links and anything else are refused. The caller reads each content to its end before it asks for the next entry.
 */
export async function* readTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<ArchiveEntry> {
  const chunks = source[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array();
  const take = async function* (bytes: number): AsyncGenerator<Uint8Array> {
    for (let missing = bytes; missing > 0;) {
      if (rest.length === 0) {
        const next = await chunks.next();
        if (next.done === true) throw new ArchiveError('The archive is cut off');
        rest = next.value;
      }
      const part = rest.subarray(0, missing);
      rest = rest.subarray(part.length);
      missing -= part.length;
      yield part;
    }
  };
  const whole = (bytes: number) => buffer(take(bytes));
  try {
    for (;;) {
      const block = await whole(BLOCK);
      if (block.every((byte) => byte === 0)) break;
      const { name, size } = parseHeader(block);
      yield { name, size, content: take(size) };
      await whole(paddingOf(size));
    }
    // An encrypted source is only proven complete at its end.
    while ((await chunks.next()).done !== true);
  } finally {
    await chunks.return?.();
  }
}

/** The entry of a short text. */
export function textEntry(name: string, text: string): ArchiveEntry {
  const bytes = Buffer.from(text);
  return { name, size: bytes.length, content: oneChunk(bytes) };
}

// oxlint-disable-next-line typescript/require-await -- content is asynchronous
async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const paddingOf = (size: number) => (BLOCK - (size % BLOCK)) % BLOCK;

function header(name: string, size: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  if (Buffer.byteLength(name) > NAME[1]) throw new ArchiveError(`${name} is too long for an archive`);
  const isFolder = name.endsWith('/');
  block.write(name, NAME[0]);
  block.write(isFolder ? '0000700' : '0000600', 100);
  block.write('0000000', 108);
  block.write('0000000', 116);
  block.write(octal(size, SIZE[1] - 1), SIZE[0]);
  block.write(octal(0, 11), 136);
  block.write(isFolder ? FOLDER : FILE, TYPE[0]);
  block.write('ustar\u000000', 257);
  block.write(`${octal(checksumOf(block), 6)}\0 `, CHECKSUM[0]);
  return block;
}

function parseHeader(block: Buffer): { name: string; size: number } {
  const field = ([at, length]: readonly [number, number]) =>
    block.toString('utf8', at, at + length).replace(/\0.*$/s, '');
  const size = Number.parseInt(field(SIZE), 8);
  if (Number.parseInt(field(CHECKSUM), 8) !== checksumOf(block) || !Number.isSafeInteger(size))
    throw new ArchiveError('The header of a file is damaged');
  const name = field(NAME);
  const type = name.endsWith('/') ? FOLDER : FILE;
  if (field(TYPE) !== type || field(LINK) !== '' || field(PREFIX) !== '' || (type === FOLDER && size > 0))
    throw new ArchiveError(`${name} is neither a file nor a folder`);
  return { name, size };
}

function octal(value: number, digits: number): string {
  const text = value.toString(8).padStart(digits, '0');
  if (text.length > digits) throw new ArchiveError('A file is too large for an archive');
  return text;
}

/** The sum of all bytes, with the checksum itself counted as spaces. */
function checksumOf(block: Buffer): number {
  const [at, length] = CHECKSUM;
  return block.reduce((sum, byte, index) => sum + (index >= at && index < at + length ? 32 : byte), 0);
}
