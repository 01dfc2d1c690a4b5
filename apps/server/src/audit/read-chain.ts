import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { AuditEntry } from './audit-entry.ts';
import { entryMac, sameMac, compareIfHashable } from './chain.ts';
import { storableAddress } from './storable.ts';

const PAGE = 2_000;

/** An entry as stored in the log. */
export interface StoredEntry {
  readonly entry: AuditEntry;
  readonly chain: number;
  readonly seq: number;
  readonly mac: Buffer;
  /** Whether the timestamp is in whole milliseconds, as the log writes them. A Date would hide smaller changes. */
  readonly isExact: boolean;
}

/**
 * Reads the entries of a chain from `fromSeq` on, in order of their sequence numbers, duplicates included. Throws the
 * signal's reason if aborted.
 */
export async function* readChain(
  db: Db,
  chain: number,
  fromSeq = Number.MIN_SAFE_INTEGER,
  signal?: AbortSignal,
): AsyncGenerator<StoredEntry> {
  let after = { seq: String(fromSeq - 1), id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
  for (;;) {
    signal?.throwIfAborted();
    const rows = await db
      .selectFrom('audit_log')
      .select([
        'id',
        'at',
        'chain',
        'seq',
        'user_id',
        'session_id',
        'api_key_id',
        'action',
        'entity_type',
        'entity_id',
        'patient_id',
        'ip_address',
        'reason',
        'request_id',
        'old_values',
        'new_values',
        'mac',
        sql<boolean>`isfinite(at) and at = date_trunc('milliseconds', at)`.as('is_exact'),
      ])
      .where('chain', '=', chain)
      .where((eb) => eb(eb.refTuple('seq', 'id'), '>', eb.tuple(after.seq, after.id)))
      .orderBy('seq')
      .orderBy('id')
      .limit(PAGE)
      .execute();
    for (const row of rows) {
      yield {
        chain: row.chain,
        seq: Number(row.seq),
        mac: row.mac,
        isExact: row.is_exact,
        entry: {
          id: row.id,
          at: momentOf(row.at),
          userId: row.user_id,
          sessionId: row.session_id,
          apiKeyId: row.api_key_id,
          action: row.action,
          entityType: row.entity_type,
          entityId: row.entity_id,
          patientId: row.patient_id,
          ipAddress: storableAddress(row.ip_address),
          reason: row.reason,
          requestId: row.request_id,
          oldValues: row.old_values,
          newValues: row.new_values,
        },
      };
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = { seq: last.seq, id: last.id };
  }
}

/** The driver returns a number for an infinite timestamp, which the portal never writes. */
const momentOf = (at: Date | number) =>
  at instanceof Date && !Number.isNaN(at.getTime()) ? at : new Date(0);

/** Whether the stored entry was written at this position of its chain, after an entry with this hash. */
export function isValidAt(key: Buffer, stored: StoredEntry, seq: number, previous: Buffer): boolean {
  const { chain, entry, mac, isExact } = stored;
  return isExact && compareIfHashable(() => sameMac(entryMac(key, chain, seq, previous, entry), mac));
}
