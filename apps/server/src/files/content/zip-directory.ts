/** A file listed in the directory of a ZIP archive. */
export interface ZipEntry {
  readonly name: string;
  readonly isEncrypted: boolean;
}

const END = 0x06054b50;
const END_BYTES = 22;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;

/**
 * Reads the directory of a ZIP archive from the last bytes of the file. Returns undefined if there is none or if it is
 * not completely within those bytes.
 */
export function readZipDirectory(tail: Buffer, fileSize: number): readonly ZipEntry[] | undefined {
  const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end + END_BYTES > tail.length || tail.readUInt32LE(end) !== END) return undefined;
  const count = tail.readUInt16LE(end + 10);
  const bytes = tail.readUInt32LE(end + 12);
  // The start of the directory, converted from a file offset to an offset in `tail`.
  const start = tail.readUInt32LE(end + 16) - (fileSize - tail.length);
  if (start < 0 || start + bytes > end) return undefined;
  const entries: ZipEntry[] = [];
  let at = start;
  for (let index = 0; index < count; index += 1) {
    if (at + ENTRY_BYTES > end || tail.readUInt32LE(at) !== ENTRY) return undefined;
    const nameBytes = tail.readUInt16LE(at + 28);
    const next = at + ENTRY_BYTES + nameBytes + tail.readUInt16LE(at + 30) + tail.readUInt16LE(at + 32);
    if (next > end) return undefined;
    entries.push({
      name: tail.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes),
      isEncrypted: (tail.readUInt16LE(at + 8) & 1) === 1,
    });
    at = next;
  }
  return entries;
}
