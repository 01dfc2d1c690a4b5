import { timingSafeEqual } from 'node:crypto';
import type { AuditEntry } from './audit-entry.ts';
import { keyedHash, keyedHashText } from './keyed-hash.ts';

/**
 * The audit log is CHAIN_COUNT chains. Each entry carries a keyed hash (HMAC-SHA-256) over its content, its place
 * (chain and sequence) and the hash before it, so changing, removing, reordering or inserting an entry breaks its chain; the
 * head of each chain is authenticated as well, so cutting entries off its end shows. The key is not in the database: who holds
 * only the database cannot recompute anything.
 */
export const CHAIN_COUNT = 32;

export interface ChainHead {
  readonly chain: number;
  readonly seq: number;
  readonly mac: Buffer;
}

/** JSON with sorted keys: the same value always gives the same text, also after a round trip through jsonb. */
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

/** The keyed hash of an entry at its place in a chain. */
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

/** Where an entry lies, and the hash of the one before it in base64. */
export interface ChainPlace {
  readonly chain: number;
  readonly seq: number;
  readonly previous: string;
}
/** An entry whose moment is written in ISO 8601. */
type WrittenEntry = Omit<AuditEntry, 'at'> & { readonly at: string };

/** As `entryMac`, in base64. */
export function entryMacText(key: Buffer, place: ChainPlace, entry: WrittenEntry): string {
  return keyedHashText(key, hashedText(place, entry));
}

/** What the keyed hash is made of. */
function hashedText({ chain, seq, previous }: ChainPlace, entry: WrittenEntry): string {
  // What `canonicalJson` makes of the same list, a third as long: a check of the whole log does little else.
  const ours = `"${previous}","${entry.id}","${entry.at}",${idText(entry.userId)},${idText(entry.sessionId)}`;
  const what = `${text(entry.action)},${text(entry.entityType)},${text(entry.entityId)},${idText(entry.patientId)}`;
  const where = `${text(entry.ipAddress)},${text(entry.reason)},${text(entry.requestId)}`;
  const values = `${valuesText(entry.oldValues)},${valuesText(entry.newValues)}`;
  return `["entry",${chain},${seq},${ours},${what},${where},${values}]`;
}

/** The database takes nothing for a UUID that would have to be escaped. */
const idText = (id: string | null) => (id === null ? 'null' : `"${id}"`);
const text = (value: string | null) => (value === null ? 'null' : JSON.stringify(value));
const valuesText = (values: AuditEntry['oldValues']) => (values === null ? 'null' : canonicalJson(values));

/**
 * What a comparison with a stored entry's hash says; false where the entry cannot be hashed at all, because its values are nested too
 * deeply: the portal could not have written it either.
 */
export function whereHashable(compare: () => boolean): boolean {
  try {
    return compare();
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The hash a chain starts from. */
export function genesisMac(key: Buffer, chain: number): Buffer {
  return keyedHash(key, canonicalJson(['genesis', chain]));
}

/** Authenticates a chain's head. */
export function headMac(key: Buffer, head: ChainHead): Buffer {
  return keyedHash(key, canonicalJson(['head', head.chain, head.seq, head.mac.toString('base64')]));
}

/** Whether two hashes are the same, in constant time. */
export function sameMac(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
