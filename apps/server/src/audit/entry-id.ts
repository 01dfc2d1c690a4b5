import { randomBytes } from 'node:crypto';

/**
 * Creates an entry ID: a version 7 UUID, whose first 48 bits are the entry's timestamp in milliseconds. The log is indexed by
 * time, so an entry can be found by its ID without a separate index to maintain.
 */
export function auditEntryId(at: Date): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(at.getTime(), 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** The timestamp in an entry ID. */
export function momentOfEntry(id: string): Date {
  return new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));
}
