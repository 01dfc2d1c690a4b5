import { parseIpRange } from '@portal/domain/ip-range';
import { LimitedMap } from '#platform/limited-map.ts';
import type { AuditEntry } from './audit-entry.ts';

/** Replaces NUL and lone surrogates with U+FFFD, because jsonb does not accept them. */
const storableText = (text: string) => text.toWellFormed().replaceAll('\0', '\ufffd');

/** A JSON value with storable text, as jsonb returns it. */
function storableJson(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map((item) => storableJson(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [storableText(key), storableJson(item)]),
  );
}

/** An object after JSON serialization: dates become text, unsupported values are left out. */
function storableObject(value: Record<string, unknown> | null): Record<string, unknown> | null {
  if (value === null) return null;
  const plain: unknown = JSON.parse(JSON.stringify(value));
  const stored = storableJson(plain);
  return typeof stored === 'object' && stored !== null ? { ...stored } : null;
}

const orNull = (text: string | null) => (text === null ? null : storableText(text));
/** The database returns IDs in lower case, even if the URL had upper case. */
const idOrNull = (id: string | null) => (id === null ? null : id.toLowerCase());

const addresses = new LimitedMap<string, string>(1_000);

/** An IP address in canonical form; PostgreSQL formats some IPv6 addresses differently. */
export function storableAddress(text: string | null): string | null {
  if (text === null) return null;
  const known = addresses.get(text);
  if (known !== undefined) return known;
  const range = parseIpRange(text);
  const stored = range.ok ? range.range : text;
  addresses.set(text, stored);
  return stored;
}

/**
 * The entry as it will be read back. The keyed hash is computed from this form, so that no value makes a genuine entry look
 * changed or fails to be stored.
 */
export function storableEntry(entry: AuditEntry): AuditEntry {
  return {
    ...entry,
    userId: idOrNull(entry.userId),
    sessionId: idOrNull(entry.sessionId),
    apiKeyId: idOrNull(entry.apiKeyId),
    patientId: idOrNull(entry.patientId),
    entityId: orNull(entry.entityId),
    reason: orNull(entry.reason),
    ipAddress: storableAddress(entry.ipAddress),
    oldValues: storableObject(entry.oldValues),
    newValues: storableObject(entry.newValues),
  };
}
