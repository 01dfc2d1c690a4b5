import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { documentDownload, documentUpload } from '@portal/contract/documents';
import { login } from '@portal/contract/session';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Child } from '#cli/testing/child.ts';
import { runMaintenance } from '#jobs/maintenance.ts';
import { openDocumentDesk, type DocumentDesk } from './document-desk.ts';
import { TEST_MASTER_KEY, TEST_PASSWORD } from './settings.ts';

const MIB = 1024 * 1024;
const AT_ONCE = 20;
/** So many bytes of text with its number in front, in pieces. */
function* textFile(number: number, size: number): Generator<Buffer> {
  const line = `${number}\n`.padStart(64, 'measured and found flat ');
  const piece = Buffer.from(line.repeat(1024));
  for (let sent = 0; sent < size; sent += piece.length) yield piece.subarray(0, size - sent);
}

/** On a signal, the most memory that the process ever had, in KiB. */
const TELLS_MEMORY = [
  '--import',
  `data:text/javascript,process.on('SIGUSR2',()=>console.log('had '+process.resourceUsage().maxRSS+' KiB'))`,
];

describe('files in a separate portal process', () => {
  let desk: DocumentDesk;
  let settings: Record<string, string>;
  beforeAll(async () => {
    desk = await openDocumentDesk();
    const { config } = desk.portal.deps;
    settings = {
      DATA_DIR: config.dataDir,
      DATABASE_URL: config.databaseUrl ?? '',
      MIGRATION_DATABASE_URL: config.migrationDatabaseUrl ?? '',
      DATABASE_POOL_SIZE: '6',
      MASTER_KEY: TEST_MASTER_KEY.toString('base64'),
    };
  });
  afterAll(() => desk.portal.close());

  /** Signs in to a process as Staff; its clock is the real one. */
  async function openClient(child: Child): Promise<Client> {
    const origin = await child.origin();
    const answer = await fetch(`${origin}/api${login.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: desk.staff.userName, password: TEST_PASSWORD }),
    });
    const { token } = login.response.parse(await answer.json());
    return new Client(origin, token, desk.fields());
  }

  it('use flat memory with 20 files of 25 MB at once, both ways', async () => {
    const child = new Child(['serve'], settings, TELLS_MEMORY);
    const client = await openClient(child);
    const mostMemory = async () => {
      const before = child.said.length;
      child.signal('SIGUSR2');
      return vi.waitFor(() => {
        const found = /had (\d+) KiB/.exec(child.said.slice(before))?.[1];
        if (found === undefined) throw new Error('not yet told');
        return Number(found) / 1024;
      });
    };
    // All that is loaded and made once.
    await client.download(await client.upload(textFile(0, MIB)));
    const before = await mostMemory();
    const size = 25 * MIB;
    const numbers = Array.from({ length: AT_ONCE }, (_, index) => index + 1);
    const ids = await Promise.all(numbers.map((number) => client.upload(textFile(number, size))));
    const sizes = await Promise.all(ids.map((id) => client.download(id)));
    expect(sizes).toEqual(ids.map(() => size));
    // Held whole, they would take 500 MB, and more while they are enciphered.
    expect((await mostMemory()) - before).toBeLessThan(300);
  }, 180_000);

  it('leave no document without its file after a kill, and no file without its document for long', async () => {
    for (const milliseconds of [30, 120, 300]) {
      const child = new Child(['serve'], settings);
      const client = await openClient(child);
      let arrived = 0;
      const uploads = Array.from({ length: 8 }, async (_, index) => {
        // One after the other, so that each moment of an upload is some file's when the process is killed.
        await wait(index * 40);
        await client.upload(textFile(milliseconds * 100 + index, MIB));
        arrived += 1;
      });
      await wait(milliseconds);
      child.signal('SIGKILL');
      const outcomes = await Promise.allSettled(uploads);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(arrived);
      await child.ended();
      await expectWhole(arrived);
    }
  }, 120_000);

  /** Every document's file can be read, and after the maintenance there are no other files. */
  async function expectWhole(atLeast: number): Promise<void> {
    const { rows } = await desk.portal.owner.query<{ id: string; size: string }>(
      'select id, size_bytes as size from documents where size_bytes = $1',
      [MIB],
    );
    expect(rows.length).toBeGreaterThanOrEqual(atLeast);
    for (const { id } of rows) {
      const answer = await desk.portal.succeed(documentDownload, { params: { id } }, desk.staff);
      expect(answer.blob.size).toBe(MIB);
    }
    await desk.portal.owner.query(`update pending_files set created_at = '2020-01-01'`);
    await runMaintenance(desk.portal.deps);
    const files = await readdir(join(desk.portal.deps.config.dataDir, 'files'), {
      recursive: true,
      withFileTypes: true,
    });
    const stored = files.filter((file) => file.isFile()).map(({ name }) => name);
    const documents = await desk.portal.owner.query<{ id: string }>('select id from documents');
    expect(stored.toSorted()).toEqual(documents.rows.map(({ id }) => id).toSorted());
  }
});

/** Sends and takes files without holding them. */
class Client {
  readonly #origin: string;
  readonly #token: string;
  readonly #fields: object;
  constructor(origin: string, token: string, fields: object) {
    this.#origin = origin;
    this.#token = token;
    this.#fields = fields;
  }

  /** The id of the document that was made. */
  async upload(pieces: Iterable<Buffer>): Promise<string> {
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

  /** How many bytes came. */
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

function* formOf(fields: object, pieces: Iterable<Buffer>): Generator<Buffer> {
  for (const [name, value] of Object.entries(fields))
    yield Buffer.from(`${partOf(name)}\r\n${String(value)}\r\n`);
  yield Buffer.from(`${partOf('file', '; filename="long.txt"')}content-type: text/plain\r\n\r\n`);
  yield* pieces;
  yield Buffer.from('\r\n--limit--\r\n');
}
