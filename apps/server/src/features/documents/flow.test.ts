import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openDocumentDesk, type DocumentDesk } from '#test/document-desk.ts';
import { FileClient, MIB, textFile } from '#test/file-client.ts';

const SIZE = 8 * MIB;
/** The most that may be buffered: by the socket, the form parser and the file. */
const MAX_BUFFERED = 2 * MIB;

describe('streaming of large files', () => {
  let desk: DocumentDesk;
  let client: FileClient;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    desk = await openDocumentDesk();
    desk.portal.app.server.on('connection', (socket: Socket) => sockets.push(socket));
    const origin = await desk.portal.app.listen({ port: 0, host: '127.0.0.1' });
    client = new FileClient(origin, desk.staff.token, desk.fields());
  });
  afterAll(() => desk.portal.close());

  const received = () => sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0);
  const sent = () =>
    sockets.reduce((sum, { bytesWritten, writableLength }) => sum + bytesWritten - writableLength, 0);

  it('reads an upload no faster than the store accepts it', async () => {
    const { store } = desk.portal.deps.files;
    const put = store.put.bind(store);
    let most = 0;
    const spy = vi.spyOn(store, 'put').mockImplementation((id, content) => {
      const before = received();
      let taken = 0;
      const slowly = async function* () {
        for await (const piece of content) {
          most = Math.max(most, received() - before - taken);
          taken += piece.length;
          // Give the client time to send more.
          for (let turn = 0; turn < 5; turn += 1) await nextTurn();
          yield piece;
        }
      };
      return put(id, slowly());
    });
    onTestFinished(() => spy.mockRestore());
    await client.upload(textFile(1, SIZE));
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThan(MAX_BUFFERED);
  });

  it('reads a download no faster than it is sent, after verifying the file', async () => {
    const id = await client.upload(textFile(2, SIZE));
    const { store } = desk.portal.deps.files;
    const read = store.read.bind(store);
    const leads: number[] = [];
    const spy = vi.spyOn(store, 'read').mockImplementation(async function* (blob) {
      const before = sent();
      const reading = leads.push(0) - 1;
      let pieces = 0;
      for await (const piece of read(blob)) {
        pieces += piece.length;
        leads[reading] = Math.max(leads[reading] ?? 0, pieces - (sent() - before));
        yield piece;
      }
    });
    onTestFinished(() => spy.mockRestore());
    expect(await client.download(id)).toBe(SIZE);
    // The first read verifies the file; the second one sends it.
    expect(leads).toHaveLength(2);
    expect(leads[1]).toBeGreaterThan(0);
    expect(leads[1]).toBeLessThan(MAX_BUFFERED);
  });
});
