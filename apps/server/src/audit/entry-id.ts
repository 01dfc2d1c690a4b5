import { randomBytes } from 'node:crypto';

/**
 * The id of an entry: a UUID of version 7, whose first 48 bits are the entry's moment in milliseconds. The log is in order of time, so the
 * id alone leads to the entry, without an index of ids that every write would have to keep.
 */
export function auditEntryId(at: Date): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(at.getTime(), 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** When the entry with this id was written. */
export function momentOfEntry(id: string): Date {
  return new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));
}
