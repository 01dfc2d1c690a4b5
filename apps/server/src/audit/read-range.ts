import { sql, type RawBuilder } from 'kysely';
import { Query, type PoolClient } from 'pg';
import type { Db } from '#db/database.ts';
import { PREPARED } from '#db/prepared.ts';

/** Entries of a chain by their numbers, both ends among them. */
export interface ChainRange {
  readonly chain: number;
  readonly from: number;
  readonly to: number;
}

/** An entry as the database writes it. */
export interface RangeRow {
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

/** Gives the entries of a range in the order of their numbers, at most so many. */
export type ReadRange = (range: ChainRange, limit: number, onRow: (row: RangeRow) => void) => Promise<void>;

// In sub-selects the plan does not depend on the numbers.
const statement = ({ chain, from, to }: ChainRange, limit: number): RawBuilder<RangeRow> => sql`
  select seq, id, (at at time zone 'UTC')::text as at_text, user_id, session_id, action, entity_type, entity_id, patient_id, ip_address,
    reason, request_id, old_values, new_values, encode(mac, 'base64') as mac
  from audit_log
  where chain = (select ${chain}::smallint) and seq >= (select ${from}::bigint) and seq <= (select ${to}::bigint)
  order by chain, seq limit (select ${limit}::bigint) ${PREPARED}`;

/** Reads a range whole, then gives it. */
export const readWhole =
  (db: Db): ReadRange =>
  async (range, limit, onRow) => {
    const { rows } = await statement(range, limit).execute(db);
    for (const row of rows) onRow(row);
  };

/**
 * Gives each entry as it comes, on a connection of its own. None is kept, so collecting what was thrown away costs next to nothing; and
 * the database reads on meanwhile.
 */
export const readAsItComes =
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
        // The driver gathers them for its callback, which has no use for them.
        result?.rows.splice(0);
      });
      client.query(query);
    });
  };
