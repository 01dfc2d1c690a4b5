import { timingSafeEqual } from 'node:crypto';
import type { AuditEntry } from './audit-entry.ts';
import { keyedHash, keyedHashText } from '#security/keyed-hash.ts';

/**
 * Number of chains in the audit log. Each entry has a keyed hash (HMAC-SHA-256) of its content, its position (chain and sequence)
 * and the previous hash, so changing, removing, reordering or inserting an entry breaks the chain. The head of each chain is
 * authenticated too, so cutting entries off the end is detected. The key is not stored in the database, so access to the
 * database alone is not enough to recompute hashes.
 */
export const CHAIN_COUNT = 32;

export interface ChainHead {
  readonly chain: number;
  readonly seq: number;
  readonly mac: Buffer;
}

/** JSON with sorted keys: equal values always give equal text, even after a round trip through jsonb. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

/** The keyed hash of an entry at its position in a chain. */
export function entryMac(
  key: Buffer,
  chain: number,
  seq: number,
  previous: Buffer,
  entry: AuditEntry,
): Buffer {
  const place = { chain, seq, previous: previous.toString('base64') };
  return keyedHash(key, hashedText(place, { ...entry, at: entry.at.toISOString() }));
}

/** Position of an entry, and the hash of the previous entry in base64. */
export interface ChainPlace {
  readonly chain: number;
  readonly seq: number;
  readonly previous: string;
}
/** An entry with its timestamp in ISO 8601. */
type WrittenEntry = Omit<AuditEntry, 'at'> & { readonly at: string };

/** Same as `entryMac`, in base64. */
export function entryMacText(key: Buffer, place: ChainPlace, entry: WrittenEntry): string {
  return keyedHashText(key, hashedText(place, entry));
}

/** The text that the keyed hash is computed from. */
function hashedText({ chain, seq, previous }: ChainPlace, entry: WrittenEntry): string {
  // Same output as `canonicalJson` for this list, but three times as fast: a verification spends most of its time here.
  const ours = `"${previous}","${entry.id}","${entry.at}",${idText(entry.userId)},${idText(entry.sessionId)}`;
  const what = `${text(entry.action)},${text(entry.entityType)},${text(entry.entityId)},${idText(entry.patientId)}`;
  const where = `${text(entry.ipAddress)},${text(entry.reason)},${text(entry.requestId)}`;
  const values = `${valuesText(entry.oldValues)},${valuesText(entry.newValues)}`;
  // Entries from before API keys existed are hashed without it.
  const apiKey = entry.apiKeyId === null ? '' : `,${idText(entry.apiKeyId)}`;
  return `["entry",${chain},${seq},${ours},${what},${where},${values}${apiKey}]`;
}

/** UUIDs from the database never need escaping. */
const idText = (id: string | null) => (id === null ? 'null' : `"${id}"`);
const text = (value: string | null) => (value === null ? 'null' : JSON.stringify(value));
const valuesText = (values: AuditEntry['oldValues']) => (values === null ? 'null' : canonicalJson(values));

/**
 * Result of comparing a stored entry's hash; false if the entry cannot be hashed because its values are nested too deeply.
 * The portal cannot have written such an entry.
 */
export function compareIfHashable(compare: () => boolean): boolean {
  try {
    return compare();
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The initial hash of a chain. */
export function genesisMac(key: Buffer, chain: number): Buffer {
  return keyedHash(key, canonicalJson(['genesis', chain]));
}

/** The keyed hash that authenticates a chain's head. */
export function headMac(key: Buffer, head: ChainHead): Buffer {
  return keyedHash(key, canonicalJson(['head', head.chain, head.seq, head.mac.toString('base64')]));
}

/** Compares two hashes in constant time. */
export function sameMac(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
