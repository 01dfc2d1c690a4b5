import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ArchiveError, readTar, textEntry, writeTar, type ArchiveEntry } from './tar.ts';

const FILES = {
  'manifest.json': '{}',
  'folder/': '',
  'folder/empty': '',
  'folder/block': 'x'.repeat(512),
  ü: 'ä',
};

async function* entriesOf(files: Record<string, string>): AsyncGenerator<ArchiveEntry> {
  for (const [name, text] of Object.entries(files)) yield textEntry(name, text);
}

const archiveOf = (files: Record<string, string>) => buffer(writeTar(entriesOf(files)));

/** Reads in chunks of an odd size, so that nothing is aligned. */
async function* inChunks(bytes: Buffer, size = 77): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(bytes: Buffer): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for await (const { name, content } of readTar(inChunks(bytes)))
    found[name] = (await buffer(content)).toString();
  return found;
}

// oxlint-disable-next-line typescript/require-await -- content is asynchronous
async function* wrong(): AsyncGenerator<ArchiveEntry> {
  yield { ...textEntry('a', 'content'), size: 3 };
}

describe('tar', () => {
  it('reads what it wrote', async () => {
    expect(await read(await archiveOf(FILES))).toEqual(FILES);
  });

  it('is understood by the tar command', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'portal-tar-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'a.tar'), await archiveOf(FILES));
    const { stdout } = await promisify(execFile)(
      'tar',
      ['-tf', join(folder, 'a.tar'), '--quoting-style=literal'],
      {
        env: { ...process.env, LC_ALL: 'C.UTF-8' },
      },
    );
    expect(stdout.trim().split('\n')).toEqual(Object.keys(FILES));
  });

  it('refuses an archive that is cut off anywhere, or has a damaged header', async () => {
    const whole = await archiveOf({ a: 'content' });
    for (let length = 0; length < 1_100; length += 90)
      await expect(read(whole.subarray(0, length))).rejects.toThrow(ArchiveError);
    whole[3] = 120;
    await expect(read(whole)).rejects.toThrow('The header of a file is damaged');
  });

  it('refuses content of another size, and names that do not fit', async () => {
    await expect(buffer(writeTar(wrong()))).rejects.toThrow('a has 7 bytes instead of 3');
    await expect(archiveOf({ ['n'.repeat(101)]: '' })).rejects.toThrow('too long');
  });
});
