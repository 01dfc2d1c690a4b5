import { entryMacText, genesisMac, whereHashable, type ChainPlace } from './chain.ts';
import type { ChainRange, RangeRow, ReadRange } from './read-range.ts';
import { storableAddress } from './storable.ts';

/** A moment in UTC as the database writes it, to the millisecond. It adds what is below when there is anything, and " BC". */
const MOMENT = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?$/;

/**
 * Whether each number of the range has exactly the entry that was written there. The hash before the range is taken as it lies there:
 * the range that holds it vouches for it, so ranges are checked at the same time.
 */
export async function rangeIsIntact(read: ReadRange, key: Buffer, range: ChainRange): Promise<boolean> {
  const { chain, from, to } = range;
  const first = Math.max(1, from - 1);
  let previous = from === 1 ? genesisMac(key, chain).toString('base64') : '';
  let next = first;
  let isIntact = true;
  // One more would be a second entry with one of the numbers.
  await read({ chain, from: first, to }, to - first + 2, (row) => {
    const seq = next;
    const isBefore = seq < from;
    isIntact &&= Number(row.seq) === seq && (isBefore || belongs(key, row, { chain, seq, previous }));
    previous = row.mac;
    next += 1;
  });
  return isIntact && next === to + 1;
}

function belongs(key: Buffer, row: RangeRow, place: ChainPlace): boolean {
  const [, day, time, fraction = ''] = MOMENT.exec(row.at_text) ?? [];
  if (day === undefined || time === undefined) return false;
  const entry = {
    id: row.id,
    at: `${day}T${time}.${fraction.padEnd(3, '0')}Z`,
    userId: row.user_id,
    sessionId: row.session_id,
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
  return whereHashable(() => entryMacText(key, place, entry) === row.mac);
}

/** A practice has few addresses, and to bring one into its form takes longer than to make an entry's hash. */
const addresses = new Map<string, string | null>();
const REMEMBERED = 10_000;
function addressOf(text: string | null): string | null {
  if (text === null) return null;
  let address = addresses.get(text);
  if (address === undefined) {
    address = storableAddress(text);
    if (addresses.size >= REMEMBERED) addresses.clear();
    addresses.set(text, address);
  }
  return address;
}
