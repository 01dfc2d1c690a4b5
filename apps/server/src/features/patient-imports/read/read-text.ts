import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { ImportError } from '../import-error.ts';
import { NO_TEXT, otherFormat, SAVE_AS } from './other-formats.ts';

const SAMPLE = 64 * 1024;

/** Reads the bytes of a file from its start, as often as it is called. */
export type OpenBytes = () => AsyncIterable<Uint8Array>;

/** A file for the command, or the files of a folder that are read as one. */
export interface ImportFile {
  readonly names: readonly string[];
  readonly openBytes: OpenBytes;
}

/** The bytes of a file on disk. Throws ImportError if this account cannot read it. */
export async function fileBytes(path: string): Promise<OpenBytes> {
  try {
    const file = await open(path);
    const found = await file.stat();
    await file.close();
    if (found.isFile()) return () => createReadStream(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ENOENT' && code !== 'EACCES') throw error;
    throw new ImportError(
      code === 'ENOENT' ? `There is no file ${path}.` : `This account may not read ${path}.`,
    );
  }
  throw new ImportError(`${path} is not a file.`);
}

/** Checks the start of a file and returns it as text. Throws ImportError for files that are no UTF-8 text. */
export async function readStart(openBytes: OpenBytes): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of openBytes()) {
    parts.push(part);
    length += part.length;
    if (length >= SAMPLE) break;
  }
  if (length === 0) throw new ImportError('The file is empty.');
  const bytes = Buffer.concat(parts).subarray(0, SAMPLE);
  const trouble = otherFormat(bytes);
  if (trouble !== null) throw new ImportError(trouble);
  // The last character of the sample may be cut.
  return decodeStart(bytes);
}

function decodeStart(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch (error) {
    throw encodingError(error);
  }
}

function encodingError(error: unknown): unknown {
  return error instanceof TypeError
    ? new ImportError(`The file is not UTF-8, but probably Latin-1 (Windows-1252). ${SAVE_AS}`)
    : error;
}

/** Reads a file as UTF-8 text in pieces. A byte order mark is dropped. Throws ImportError for other text. */
export async function* readPieces(openBytes: OpenBytes): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (bytes?: Uint8Array) => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
    } catch (error) {
      throw encodingError(error);
    }
  };
  for await (const bytes of openBytes()) {
    const piece = decode(bytes);
    if (piece.includes('\0')) throw new ImportError(NO_TEXT);
    yield piece;
  }
  yield decode();
}

/** The SHA-256 of a file, or of a sheet of a workbook. */
export async function hashBytes(openBytes: OpenBytes, sheet: string | null = null): Promise<Buffer> {
  const hash = createHash('sha256');
  if (sheet !== null) hash.update(sheet);
  for await (const bytes of openBytes()) hash.update(bytes);
  return hash.digest();
}
