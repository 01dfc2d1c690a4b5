import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { ArchiveError, textEntry, type ArchiveEntry } from '#platform/tar.ts';
import { NAMES } from './manifest.ts';
import type { SignedContent } from './signature.ts';

/** Files per list of checksums. Lists between the files keep the memory flat for any number of files. */
const PER_LIST = 1_000;

const isFolder = ({ name }: ArchiveEntry) => name.endsWith('/');

/** Adds lists with the SHA-256 of the files before them, in the format of `sha256sum`. `content` gets every line. */
export async function* withChecksums(
  entries: AsyncIterable<ArchiveEntry>,
  content: SignedContent,
): AsyncGenerator<ArchiveEntry> {
  let lists = 0;
  let lines: string[] = [];
  const list = () => {
    lists += 1;
    const text = lines.join('');
    lines = [];
    return textEntry(`${NAMES.checksums}${String(lists).padStart(6, '0')}.sha256`, text);
  };
  for await (const entry of entries) {
    const hashed = hashEntry(entry);
    yield hashed.entry;
    const line = hashed.line();
    content.add(line);
    if (!isFolder(entry)) lines.push(line);
    if (lines.length === PER_LIST) yield list();
  }
  if (lines.length > 0) yield list();
}

/** Removes and compares the lists. `content` gets every line. Throws `ArchiveError` when a file differs or a list is missing. */
export async function* checkChecksums(
  entries: AsyncIterable<ArchiveEntry>,
  content: SignedContent,
): AsyncGenerator<ArchiveEntry> {
  let lines: string[] = [];
  for await (const entry of entries) {
    if (entry.name.startsWith(NAMES.checksums)) {
      const listed = (await buffer(entry.content)).toString();
      if (listed !== lines.join('')) throw new ArchiveError('A checksum is wrong');
      lines = [];
      continue;
    }
    const hashed = hashEntry(entry);
    yield hashed.entry;
    const line = hashed.line();
    content.add(line);
    if (!isFolder(entry)) lines.push(line);
  }
  if (lines.length > 0) throw new ArchiveError('The last checksums are missing');
}

function hashEntry(entry: ArchiveEntry): { entry: ArchiveEntry; line: () => string } {
  const hash = createHash('sha256');
  const hashedContent = async function* () {
    for await (const chunk of entry.content) {
      hash.update(chunk);
      yield chunk;
    }
  };
  return {
    entry: { ...entry, content: hashedContent() },
    line: () => `${hash.digest('hex')}  ${entry.name}\n`,
  };
}
