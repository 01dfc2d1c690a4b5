import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { documentDownload, documentUpload } from '@portal/contract/documents';
import { expect } from 'vitest';
import type { Child } from '#cli/test/child.ts';
import { runMaintenance } from '#jobs/maintenance.ts';
import type { DocumentDesk } from './document-desk.ts';
import { signInToProcess } from './process.ts';

export const MIB = 1024 * 1024;

/** Text of this size (bytes) that starts with a number, in chunks. */
export function* textFile(number: number, size: number): Generator<Buffer> {
  const line = `${number}\n`.padStart(64, 'measured and found flat ');
  const piece = Buffer.from(line.repeat(1024));
  for (let sent = 0; sent < size; sent += piece.length) yield piece.subarray(0, size - sent);
}

/** Signs in to a portal process as the desk’s Staff user. */
export async function openFileClient(child: Child, desk: DocumentDesk): Promise<FileClient> {
  const { origin, token } = await signInToProcess(child, desk.staff.userName);
  return new FileClient(origin, token, desk.fields());
}

/** Streams files to and from a portal without buffering them. */
export class FileClient {
  readonly #origin: string;
  readonly #token: string;
  readonly #fields: object;
  constructor(origin: string, token: string, fields: object) {
    this.#origin = origin;
    this.#token = token;
    this.#fields = fields;
  }

  /** Returns the id of the new document. */
  async upload(pieces: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<string> {
    const answer = await fetch(`${this.#origin}/api${documentUpload.path}`, {
      method: 'POST',
      headers: this.#headers({
        'content-type': 'multipart/form-data; boundary=limit',
        'idempotency-key': crypto.randomUUID(),
      }),
      body: ReadableStream.from(formOf(this.#fields, pieces)),
      duplex: 'half',
    });
    if (!answer.ok) throw new Error(await answer.text());
    return documentUpload.response.parse(await answer.json()).id;
  }

  /** Returns the number of bytes received. */
  async download(id: string): Promise<number> {
    const answer = await fetch(`${this.#origin}/api${documentDownload.path.replace(':id', id)}`, {
      headers: this.#headers({}),
    });
    if (!answer.ok || answer.body === null) throw new Error(await answer.text());
    let size = 0;
    for await (const chunk of answer.body) size += chunk.length;
    return size;
  }

  #headers(more: Record<string, string>): Record<string, string> {
    return { authorization: `Bearer ${this.#token}`, ...more };
  }
}

const partOf = (name: string, more = '') =>
  `--limit\r\ncontent-disposition: form-data; name="${name}"${more}\r\n`;

async function* formOf(
  fields: object,
  pieces: Iterable<Buffer> | AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  for (const [name, value] of Object.entries(fields))
    yield Buffer.from(`${partOf(name)}\r\n${String(value)}\r\n`);
  yield Buffer.from(`${partOf('file', '; filename="long.txt"')}content-type: text/plain\r\n\r\n`);
  yield* pieces;
  yield Buffer.from('\r\n--limit--\r\n');
}

/** Names of all files in the desk’s store, complete or not. */
export async function storedFiles(desk: DocumentDesk): Promise<string[]> {
  const entries = await readdir(join(desk.portal.deps.config.dataDir, 'files'), {
    recursive: true,
    withFileTypes: true,
  });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** Expects at least `atLeast` documents with readable files, and no other files after maintenance. */
export async function expectWhole(desk: DocumentDesk, size: number, atLeast: number): Promise<void> {
  const { rows } = await desk.portal.owner.query<{ id: string }>(
    'select id from documents where size_bytes = $1',
    [size],
  );
  expect(rows.length).toBeGreaterThanOrEqual(atLeast);
  for (const { id } of rows) {
    const answer = await desk.portal.succeed(documentDownload, { params: { id } }, desk.staff);
    expect(answer.blob.size).toBe(size);
  }
  await desk.portal.owner.query(`update pending_files set created_at = '2020-01-01'`);
  await runMaintenance(desk.portal.deps);
  const documents = await desk.portal.owner.query<{ id: string }>('select id from documents');
  expect((await storedFiles(desk)).toSorted()).toEqual(documents.rows.map(({ id }) => id).toSorted());
}
