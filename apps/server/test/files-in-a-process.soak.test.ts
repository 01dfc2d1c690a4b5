import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Child } from '#cli/test/child.ts';
import { openDocumentDesk, type DocumentDesk } from './document-desk.ts';
import { expectWhole, MIB, openFileClient, textFile } from './file-client.ts';
import { settingsOf } from './process.ts';

const AT_ONCE = 20;

/** On a signal, prints the peak memory of the process in KiB. */
const TELLS_MEMORY = [
  '--import',
  `data:text/javascript,process.on('SIGUSR2',()=>console.log('had '+process.resourceUsage().maxRSS+' KiB'))`,
];

describe('files in a separate portal process', () => {
  let desk: DocumentDesk;
  let settings: Record<string, string>;
  beforeAll(async () => {
    desk = await openDocumentDesk();
    settings = settingsOf(desk.portal);
  });
  afterAll(() => desk.portal.close());

  it('memory stays flat with 20 concurrent uploads and downloads of 25 MB', async () => {
    const child = new Child(['serve'], settings, TELLS_MEMORY);
    const client = await openFileClient(child, desk);
    const mostMemory = async () => {
      const before = child.said.length;
      child.signal('SIGUSR2');
      return vi.waitFor(() => {
        const found = /had (\d+) KiB/.exec(child.said.slice(before))?.[1];
        if (found === undefined) throw new Error('not reported yet');
        return Number(found) / 1024;
      }, 20_000);
    };
    // Warm up, so that one-time allocations do not count.
    await client.download(await client.upload(textFile(0, MIB)));
    const before = await mostMemory();
    const size = 25 * MIB;
    const numbers = Array.from({ length: AT_ONCE }, (_, index) => index + 1);
    const ids = await Promise.all(numbers.map((number) => client.upload(textFile(number, size))));
    const sizes = await Promise.all(ids.map((id) => client.download(id)));
    expect(sizes).toEqual(ids.map(() => size));
    // Buffered files would take 500 MB, and more during encryption.
    expect((await mostMemory()) - before).toBeLessThan(300);
  });

  it('a killed process leaves no document without a file, and maintenance removes files without a document', async () => {
    for (const milliseconds of [10, 30, 60, 90, 120, 160, 200, 250, 300, 400]) {
      const child = new Child(['serve'], settings);
      const client = await openFileClient(child, desk);
      let arrived = 0;
      const uploads = Array.from({ length: 8 }, async (_, index) => {
        // Start uploads one after the other, so that the kill hits every stage of an upload.
        await wait(index * 40);
        await client.upload(textFile(milliseconds * 100 + index, MIB));
        arrived += 1;
      });
      await wait(milliseconds);
      child.signal('SIGKILL');
      const outcomes = await Promise.allSettled(uploads);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(arrived);
      await child.ended();
      await expectWhole(desk, MIB, arrived);
    }
  });
});
