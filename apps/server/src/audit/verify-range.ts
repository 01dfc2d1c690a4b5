import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { PREPARED } from '../db/prepared.ts';
import { entryMacText, genesisMac, type ChainPlace } from './chain.ts';
import { storableAddress } from './storable.ts';

/** Entries of a chain by their numbers, both ends among them. */
export interface ChainRange {
  readonly chain: number;
  readonly from: number;
  readonly to: number;
}

/** Entries of one read. */
const BATCH = 4_000;
/** Of a hash in base64. */
const MAC_LENGTH = 44;
/** A moment in UTC as the database writes it, to the millisecond. It adds what is below when there is anything, and " BC". */
const MOMENT = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?$/;

interface RangeRow {
  readonly seq: string;
  readonly id: string;
  /** In UTC, to the microsecond: a Date would drop what is below a millisecond. */
  readonly at_text: string;
  readonly user_id: string | null;
  readonly session_id: string | null;
  readonly action: string;
  readonly entity_type: string;
  readonly entity_id: string | null;
  readonly patient_id: string | null;
  readonly ip_address: string | null;
  readonly reason: string | null;
  readonly request_id: string | null;
  readonly old_values: Record<string, unknown> | null;
  readonly new_values: Record<string, unknown> | null;
  /** In base64. */
  readonly mac: string;
}

/**
 * Whether each number of the range has exactly the entry that was written there. The hash before the range is taken as it lies there:
 * the range that holds it vouches for it, so ranges are checked at the same time.
 */
export async function rangeIsIntact(db: Db, key: Buffer, { chain, from, to }: ChainRange): Promise<boolean> {
  let previous = from === 1 ? genesisMac(key, chain).toString('base64') : await macOf(db, chain, from - 1);
  for (let first = from; first <= to; first += BATCH) {
    const last = Math.min(to, first + BATCH - 1);
    const rows = await readRows(db, { chain, from: first, to: last });
    // One more or less than there are numbers, and some number has none or two.
    if (rows.length !== last - first + 1 || previous.length !== MAC_LENGTH) return false;
    for (const [index, row] of rows.entries()) {
      if (Number(row.seq) !== first + index || !belongs(key, row, { chain, seq: first + index, previous }))
        return false;
      previous = row.mac;
    }
  }
  return true;
}

async function macOf(db: Db, chain: number, seq: number): Promise<string> {
  const row = await db
    .selectFrom('audit_log')
    .select('mac')
    .where('chain', '=', chain)
    .where('seq', '=', String(seq))
    .executeTakeFirst();
  return row?.mac.toString('base64') ?? '';
}

async function readRows(db: Db, { chain, from, to }: ChainRange): Promise<RangeRow[]> {
  const { rows } = await sql<RangeRow>`
    select seq, id, (at at time zone 'UTC')::text as at_text, user_id, session_id, action, entity_type, entity_id, patient_id, ip_address,
      reason, request_id, old_values, new_values, encode(mac, 'base64') as mac
    from audit_log
    where chain = (select ${chain}::smallint) and seq >= (select ${from}::bigint) and seq <= (select ${to}::bigint)
    order by chain, seq limit (select ${to - from + 2}::bigint) ${PREPARED}`.execute(db);
  return rows;
}

function belongs(key: Buffer, row: RangeRow, place: ChainPlace): boolean {
  const [, day, time, fraction = ''] = MOMENT.exec(row.at_text) ?? [];
  if (day === undefined || time === undefined) return false;
  const mac = entryMacText(key, place, {
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
  });
  return mac === row.mac;
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
