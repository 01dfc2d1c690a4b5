import { sql, type RawBuilder } from 'kysely';
import { Query, type PoolClient } from 'pg';
import type { Db } from '#db/database.ts';
import { PREPARED } from '#db/statement-marks.ts';

/** A range of sequence numbers of a chain, both ends inclusive. */
export interface ChainRange {
  readonly chain: number;
  readonly from: number;
  readonly to: number;
}

/** An entry as the database returns it. */
export interface RangeRow {
  readonly seq: string;
  readonly id: string;
  /** In UTC, to the microsecond, because a Date has only milliseconds. */
  readonly at_text: string;
  readonly user_id: string | null;
  readonly session_id: string | null;
  readonly api_key_id: string | null;
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

/** Reads up to `limit` entries of a range, in order of their sequence numbers. */
export type ReadRange = (range: ChainRange, limit: number, onRow: (row: RangeRow) => void) => Promise<void>;

/** SQL: the columns of `RangeRow`. */
export const rangeColumns = sql`seq, id, (at at time zone 'UTC')::text as at_text, user_id, session_id, api_key_id, action,
  entity_type, entity_id, patient_id, ip_address, reason, request_id, old_values, new_values, encode(mac, 'base64') as mac`;

// Subselects keep the plan independent of the values.
const statement = ({ chain, from, to }: ChainRange, limit: number): RawBuilder<RangeRow> => sql`
  select ${rangeColumns} from audit_log
  where chain = (select ${chain}::smallint) and seq >= (select ${from}::bigint) and seq <= (select ${to}::bigint)
  order by chain, seq limit (select ${limit}::bigint) ${PREPARED}`;

/** Reads the entire range before handing over its rows. */
export const readWhole =
  (db: Db): ReadRange =>
  async (range, limit, onRow) => {
    const { rows } = await statement(range, limit).execute(db);
    for (const row of rows) onRow(row);
  };

/**
 * Streams the rows on the given connection. Rows are not buffered, which keeps garbage collection cheap and lets the database
 * read ahead.
 */
export const streamRows =
  (db: Db, client: PoolClient): ReadRange =>
  (range, limit, onRow) => {
    const { sql: text, parameters } = statement(range, limit).compile(db);
    return new Promise((resolve, reject) => {
      const query = new Query<RangeRow>({ name: 'audit range', text, values: [...parameters] }, (error) => {
        if (error) reject(error);
        else resolve();
      });
      query.on('row', (row, result) => {
        onRow(row);
        // The driver collects the rows for its callback, which does not need them.
        result?.rows.splice(0);
      });
      client.query(query);
    });
  };
