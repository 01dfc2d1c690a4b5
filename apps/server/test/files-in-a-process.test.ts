import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Child } from '#cli/test/child.ts';
import { openDocumentDesk, type DocumentDesk } from './document-desk.ts';
import { expectWhole, MIB, openFileClient, storedFiles, textFile } from './file-client.ts';
import { settingsOf } from './process.ts';

describe('a portal that is killed during an upload', () => {
  let desk: DocumentDesk;
  beforeAll(async () => {
    desk = await openDocumentDesk();
  });
  afterAll(() => desk.portal.close());

  it('leaves no document without a file, and maintenance removes files without a document', async () => {
    const child = new Child(['serve'], settingsOf(desk.portal));
    const client = await openFileClient(child, desk);
    await client.upload(textFile(1, MIB));
    expect(await storedFiles(desk)).toHaveLength(1);
    // Half of it is stored, and the rest never arrives.
    const coming = client.upload(
      (async function* () {
        yield* textFile(2, MIB / 2);
        await Promise.withResolvers<never>().promise;
      })(),
    );
    await Promise.all([
      expect(coming).rejects.toThrow('fetch failed'),
      (async () => {
        await vi.waitFor(async () => expect(await storedFiles(desk)).toHaveLength(2), { timeout: 60_000 });
        child.signal('SIGKILL');
      })(),
    ]);
    await child.ended();
    expect(await storedFiles(desk)).toHaveLength(2);
    await expectWhole(desk, MIB, 1);
    expect(await desk.count()).toBe(1);
  });
});
