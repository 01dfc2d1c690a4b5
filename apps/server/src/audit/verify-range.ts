import type { AuditEntry } from './audit-entry.ts';
import { entryMacText, genesisMac, compareIfHashable, type ChainPlace } from './chain.ts';
import type { ChainRange, RangeRow, ReadRange } from './read-range.ts';
import { storableAddress } from './storable.ts';

/** A UTC timestamp as the database formats it, to the millisecond. Microseconds and " BC" do not match. */
const MOMENT = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?$/;

/**
 * Whether every sequence number of the range has exactly the entry that was written there. The hash before the range is trusted,
 * because it is verified with its own range; this allows ranges to be checked in parallel.
 */
export async function rangeIsIntact(read: ReadRange, key: Buffer, range: ChainRange): Promise<boolean> {
  const { chain, from, to } = range;
  const first = Math.max(1, from - 1);
  let previous = from === 1 ? genesisMac(key, chain).toString('base64') : '';
  let next = first;
  let isIntact = true;
  // One more row would be a duplicate sequence number.
  await read({ chain, from: first, to }, to - first + 2, (row) => {
    const seq = next;
    const isBefore = seq < from;
    isIntact &&= Number(row.seq) === seq && (isBefore || belongs(key, row, { chain, seq, previous }));
    previous = row.mac;
    next += 1;
  });
  return isIntact && next === to + 1;
}

/** Whether an entry was written at a position of its chain. */
export function belongs(key: Buffer, row: RangeRow, place: ChainPlace): boolean {
  const [, day, time, fraction = ''] = MOMENT.exec(row.at_text) ?? [];
  if (day === undefined || time === undefined) return false;
  const entry = entryOf(row, `${day}T${time}.${fraction.padEnd(3, '0')}Z`);
  return compareIfHashable(() => entryMacText(key, place, entry) === row.mac);
}

/** The entry of a row, with its timestamp in the form that the caller needs. */
export function entryOf<At>(row: RangeRow, at: At): Omit<AuditEntry, 'at'> & { readonly at: At } {
  return {
    id: row.id,
    at,
    userId: row.user_id,
    sessionId: row.session_id,
    apiKeyId: row.api_key_id,
    action: row.action,
    entityType: row.entity_type,
    entityId: row.entity_id,
    patientId: row.patient_id,
    ipAddress: addressOf(row.ip_address),
    reason: row.reason,
    requestId: row.request_id,
    oldValues: row.old_values,
    newValues: row.new_values,
  };
}

/** Cached, because normalizing an address takes longer than hashing an entry, and a practice has few addresses. */
const addresses = new Map<string, string | null>();
const MAX_CACHED = 10_000;
function addressOf(text: string | null): string | null {
  if (text === null) return null;
  let address = addresses.get(text);
  if (address === undefined) {
    address = storableAddress(text);
    if (addresses.size >= MAX_CACHED) addresses.clear();
    addresses.set(text, address);
  }
  return address;
}
