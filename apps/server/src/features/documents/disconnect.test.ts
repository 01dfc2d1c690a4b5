import { once } from 'node:events';
import { get, type ClientRequest } from 'node:http';
import { connect } from 'node:net';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { READ_SLOTS } from '#files/file-storage.ts';
import { sendFile } from '#http/send-file.ts';
import { auditOf } from '#test/factories.ts';
import { openDocumentDesk, type DocumentDesk } from '#test/document-desk.ts';
import { soon } from '#test/soon.ts';

const NEVER = new AbortController().signal;
/** Number of chunks in the test file, 64 KiB each. */
const CHUNKS = 32;

describe('file downloads by clients that disconnect or read slowly', () => {
  let desk: DocumentDesk;
  let address: string;
  let id: string;
  beforeAll(async () => {
    desk = await openDocumentDesk();
    address = await desk.portal.app.listen({ port: 0, host: '127.0.0.1' });
    id = (await desk.upload(new File(['x'.repeat(CHUNKS * 65_536)], 'large.txt'))).id;
  });
  afterAll(() => desk.portal.close());

  /** Counts store reads: open files, pieces read so far, and the maximum number of concurrent reads. */
  function watchStore(onPiece: (pieces: number) => void = () => undefined) {
    const { store } = desk.portal.deps.files;
    const read = store.read.bind(store);
    const counts = { open: 0, pieces: 0, working: 0, most: 0 };
    const spy = vi.spyOn(store, 'read').mockImplementation(async function* (blob) {
      const pieces = read(blob)[Symbol.asyncIterator]();
      counts.open += 1;
      try {
        for (;;) {
          counts.working += 1;
          counts.most = Math.max(counts.most, counts.working);
          const piece = await pieces.next();
          counts.working -= 1;
          if (piece.done === true) return;
          counts.pieces += 1;
          onPiece(counts.pieces);
          yield piece.value;
        }
      } finally {
        counts.open -= 1;
        await pieces.return?.();
      }
    });
    onTestFinished(() => spy.mockRestore());
    return counts;
  }

  const open = async (signal: AbortSignal) => {
    const { file_key: key, size_bytes: size } = await desk.portal.deps.db
      .selectFrom('documents')
      .select(['file_key', 'size_bytes'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (key === null) throw new Error('The document has no file');
    return desk.portal.deps.files.open(id, key, size, signal);
  };

  it('stops reading for disconnected clients after the pieces in progress', async () => {
    const gone = new AbortController();
    const counts = watchStore((pieces) => {
      if (pieces === 10) gone.abort();
    });
    const answers = await Promise.allSettled(Array.from({ length: 100 }, () => open(gone.signal)));
    expect(answers.every(({ status }) => status === 'rejected')).toBe(true);
    expect(counts.open).toBe(0);
    // Each slot may have started one more piece.
    expect(counts.pieces).toBeLessThanOrEqual(10 + 2 * READ_SLOTS);
  });

  it('limits the number of concurrent reads', async () => {
    const counts = watchStore();
    await Promise.all(Array.from({ length: 20 }, () => open(NEVER)));
    expect(counts.most).toBeLessThanOrEqual(READ_SLOTS);
    expect(counts.pieces).toBeGreaterThan(20 * CHUNKS);
  });

  it('slow clients do not block reads for others', async () => {
    const counts = watchStore();
    const slow = await Promise.all(
      Array.from({ length: 3 * READ_SLOTS }, async () => (await open(NEVER))[Symbol.asyncIterator]()),
    );
    await Promise.all(slow.map((reader) => reader.next()));
    expect(counts).toMatchObject({ open: slow.length, working: 0 });
    let size = 0;
    for await (const chunk of await open(NEVER)) size += chunk.length;
    expect(size).toBe(CHUNKS * 65_536);
    for (const reader of slow) await reader.return?.();
    expect(counts.open).toBe(0);
  });

  it('audits a download only if the client is still connected when sending starts', async () => {
    const before = (await auditOf(desk.portal, 'Document', id)).length;
    let early: readonly ClientRequest[] = [];
    const counts = watchStore((pieces) => {
      if (pieces === 1) for (const request of early) request.destroy();
    });
    const options = { headers: { authorization: `Bearer ${desk.staff.token}` } };
    const url = `${address}/api/document/${id}/download`;
    early = Array.from({ length: 20 }, () => get(url, options).on('error', () => undefined));
    await vi.waitFor(() => expect(counts.pieces).toBeGreaterThan(0), soon);
    await vi.waitFor(() => expect(counts.open).toBe(0), soon);

    const [late] = await once(get(url, options), 'response');
    late.destroy();
    await vi.waitFor(() => expect(counts.open).toBe(0), soon);
    expect(await auditOf(desk.portal, 'Document', id)).toHaveLength(before + 1);
  });

  it('disconnects a client that stops reading', async () => {
    const app = fastify();
    onTestFinished(() => app.close());
    const ended = Promise.withResolvers<string>();
    const content = async function* () {
      try {
        for (;;) yield Buffer.alloc(65_536);
      } finally {
        ended.resolve('ended');
      }
    };
    app.get('/', (_request, reply) =>
      sendFile(reply, { content: content(), contentType: 'text/plain', fileName: 'endless.txt' }, 50),
    );
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
    const client = connect(Number(port), '127.0.0.1').on('error', () => undefined);
    onTestFinished(() => void client.destroy());
    client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(await ended.promise).toBe('ended');
  });
});
