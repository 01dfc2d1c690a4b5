import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { AuditEntry } from './audit-entry.ts';
import { rangeColumns, type RangeRow } from './read-range.ts';
import { belongs, entryOf } from './verify-range.ts';

const PAGE = 2_000;

/** An entry as stored in the log. */
export interface StoredEntry {
  readonly entry: AuditEntry;
  readonly chain: number;
  readonly seq: number;
  readonly mac: Buffer;
  readonly row: RangeRow;
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
    const { rows } = await sql<RangeRow & { at: Date | number }>`
      select ${rangeColumns}, at from audit_log
      where chain = ${chain} and (seq, id) > (${after.seq}, ${after.id}) order by seq, id limit ${PAGE}`.execute(
      db,
    );
    for (const row of rows) {
      const entry = entryOf(row, momentOf(row.at));
      yield { entry, chain, seq: Number(row.seq), mac: Buffer.from(row.mac, 'base64'), row };
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
export const isValidAt = (key: Buffer, { chain, row }: StoredEntry, seq: number, previous: Buffer): boolean =>
  belongs(key, row, { chain, seq, previous: previous.toString('base64') });
