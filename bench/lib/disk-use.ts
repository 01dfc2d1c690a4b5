import type { createPool } from '@portal/server/db/database';

type Pool = ReturnType<typeof createPool>;

/** What a kind of record needs on disk, with its indexes and the tables that belong to it. */
export interface DiskUse {
  readonly name: string;
  readonly rows: number;
  readonly bytesPerRow: number;
}

/** Each kind of record: the table that has a row for each, and the tables that belong to it. */
const KINDS: readonly { readonly name: string; readonly tables: readonly [string, ...string[]] }[] = [
  { name: 'patient', tables: ['patients', 'patient_search', 'patient_families'] },
  { name: 'dictation with its codes', tables: ['dictations', 'dictation_codes', 'charge_entries'] },
  { name: 'order', tables: ['medical_orders', 'order_steps'] },
  { name: 'phone message', tables: ['phone_messages', 'phone_message_events'] },
  { name: 'document, without its file', tables: ['documents'] },
  { name: 'timecard', tables: ['timecards', 'timecard_corrections'] },
  { name: 'entry of the audit log', tables: ['audit_log'] },
];

/** Measures what each kind of record needs in a filled practice. Kinds without records are left out. */
export async function diskUse(pool: Pool): Promise<DiskUse[]> {
  const { rows } = await pool.query<{ root: string; bytes: string; rows: string }>(
    `select coalesce(pg_partition_root(c.oid), c.oid)::regclass::text as root,
       sum(pg_total_relation_size(c.oid))::text as bytes, sum(greatest(c.reltuples, 0))::text as rows
     from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by 1`,
  );
  const found = new Map(
    rows.map(({ root, bytes, rows: count }) => [root, { bytes: Number(bytes), count: Number(count) }]),
  );
  return KINDS.flatMap(({ name, tables }) => {
    const count = found.get(tables[0])?.count ?? 0;
    const bytes = tables.reduce((sum, table) => sum + (found.get(table)?.bytes ?? 0), 0);
    return count === 0 ? [] : [{ name, rows: count, bytesPerRow: bytes / count }];
  });
}
