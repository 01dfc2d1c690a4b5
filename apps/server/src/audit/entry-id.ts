import { randomUUID } from 'node:crypto';

/**
 * Creates an entry ID: a version 7 UUID, whose first 48 bits are the entry's timestamp in milliseconds. The log is indexed by
 * time, so an entry can be found by its ID without a separate index to maintain.
 */
export function auditEntryId(at: Date): string {
  const moment = at.getTime().toString(16).padStart(12, '0');
  // Random numbers are made in advance for version 4, which differs only in the digit of the version.
  return `${moment.slice(0, 8)}-${moment.slice(8)}-7${randomUUID().slice(15)}`;
}

/** The timestamp in an entry ID. */
export function momentOfEntry(id: string): Date {
  return new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));
}
