import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { PREPARED } from '../db/prepared.ts';
import { entryMacOf, genesisMac, sameMac, type ChainPlace } from './chain.ts';
import { storableAddress } from './storable.ts';

/** Entries of a chain by their numbers, both ends among them. */
export interface ChainRange {
  readonly chain: number;
  readonly from: number;
  readonly to: number;
}

/** Entries of one read. */
const BATCH = 4_000;
const MAC_BYTES = 32;
/** What the database writes below a moment's milliseconds when there is nothing. */
const WHOLE = '000';

interface RangeRow {
  readonly seq: string;
  readonly id: string;
  /** In UTC, to the microsecond: a Date would drop what is below a millisecond. Null before 1970, where years before Christ look like ours. */
  readonly at_text: string | null;
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
  readonly mac: Buffer;
}

/**
 * Whether each number of the range has exactly the entry that was written there. The hash before the range is taken as it lies there:
 * the range that holds it vouches for it, so ranges are checked at the same time.
 */
export async function rangeIsIntact(db: Db, key: Buffer, { chain, from, to }: ChainRange): Promise<boolean> {
  let previous = from === 1 ? genesisMac(key, chain) : await macOf(db, chain, from - 1);
  for (let first = from; first <= to; first += BATCH) {
    const last = Math.min(to, first + BATCH - 1);
    const rows = await readRows(db, { chain, from: first, to: last });
    // One more or less than there are numbers, and some number has none or two.
    if (rows.length !== last - first + 1 || previous.length !== MAC_BYTES) return false;
    for (const [index, row] of rows.entries()) {
      if (Number(row.seq) !== first + index || !belongs(key, row, { chain, seq: first + index, previous }))
        return false;
      previous = row.mac;
    }
  }
  return true;
}

async function macOf(db: Db, chain: number, seq: number): Promise<Buffer> {
  const row = await db
    .selectFrom('audit_log')
    .select('mac')
    .where('chain', '=', chain)
    .where('seq', '=', String(seq))
    .executeTakeFirst();
  return row?.mac ?? Buffer.alloc(0);
}

async function readRows(db: Db, { chain, from, to }: ChainRange): Promise<RangeRow[]> {
  const { rows } = await sql<RangeRow>`
    select seq, id,
      case when at > '1970-01-01' then to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') end as at_text, user_id, session_id, action,
      entity_type, entity_id, patient_id, ip_address, reason, request_id, old_values, new_values, mac
    from audit_log
    where chain = (select ${chain}::smallint) and seq >= (select ${from}::bigint) and seq <= (select ${to}::bigint)
    order by chain, seq limit (select ${to - from + 2}::bigint) ${PREPARED}`.execute(db);
  return rows;
}

function belongs(key: Buffer, row: RangeRow, place: ChainPlace): boolean {
  if (row.at_text?.endsWith(WHOLE) !== true) return false;
  const mac = entryMacOf(key, place, {
    id: row.id,
    at: `${row.at_text.slice(0, -WHOLE.length)}Z`,
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
  return sameMac(mac, row.mac);
}

/** Addresses come in runs, so the last one is remembered. */
let lastAddress: { readonly text: string; readonly address: string | null } | undefined;
function addressOf(text: string | null): string | null {
  if (text === null) return null;
  if (lastAddress?.text !== text) lastAddress = { text, address: storableAddress(text) };
  return lastAddress.address;
}
