import { parseIpRange } from '@portal/domain/ip-range';
import type { AuditEntry } from './audit-entry.ts';

/** Text as the database gives it back: without NUL and halves of surrogate pairs, each shown as U+FFFD. jsonb would refuse them. */
const storableText = (text: string) => text.toWellFormed().replaceAll('\0', '\ufffd');

/** A value as jsonb gives it back: JSON's own kinds only, with storable text. */
function storableJson(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map((item) => storableJson(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [storableText(key), storableJson(item)]),
  );
}

/** What JSON makes of an object: dates become text, what JSON does not know is left out. */
function storableObject(value: Record<string, unknown> | null): Record<string, unknown> | null {
  if (value === null) return null;
  const plain: unknown = JSON.parse(JSON.stringify(value));
  const stored = storableJson(plain);
  return typeof stored === 'object' && stored !== null ? { ...stored } : null;
}

const orNull = (text: string | null) => (text === null ? null : storableText(text));
/** Ids come back in lower case, however they were written in an address. */
const idOrNull = (id: string | null) => (id === null ? null : id.toLowerCase());

/** An address in the one form we write; PostgreSQL has forms of its own for some of IPv6. */
export function storableAddress(text: string | null): string | null {
  if (text === null) return null;
  const range = parseIpRange(text);
  return range.ok ? range.range : text;
}

/**
 * The entry as it will be read back. Its keyed hash is made over this, so that no value makes an honest entry look changed, and
 * none makes the log refuse it.
 */
export function storableEntry(entry: AuditEntry): AuditEntry {
  return {
    ...entry,
    userId: idOrNull(entry.userId),
    sessionId: idOrNull(entry.sessionId),
    patientId: idOrNull(entry.patientId),
    entityId: orNull(entry.entityId),
    reason: orNull(entry.reason),
    ipAddress: storableAddress(entry.ipAddress),
    oldValues: storableObject(entry.oldValues),
    newValues: storableObject(entry.newValues),
  };
}
