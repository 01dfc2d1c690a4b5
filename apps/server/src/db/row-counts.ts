import { sql, type RawBuilder } from 'kysely';
import type { Db } from './database.ts';
import { SHARED } from './statement-marks.ts';

/** Tables whose rows are counted by the values of some columns, and these columns (migration 0024). */
export interface CountedColumns {
  readonly patients: 'is_active';
  readonly medical_orders: 'status' | 'type';
  readonly phone_messages: 'status' | 'priority';
  readonly documents: 'type' | 'category';
  readonly dictations: 'status' | 'is_active';
  readonly billing_codes: 'code_type' | 'is_active' | 'is_billable';
}

type Values = string | boolean | readonly string[] | undefined;

/**
 * Returns the exact number of rows from counters that the database maintains. A row must have the value, or one of the values, in each
 * given column. Deleted messages and documents are not counted.
 */
export async function countRows<T extends keyof CountedColumns>(
  db: Db,
  table: T,
  where: { readonly [column in CountedColumns[T]]?: Values } = {},
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select ${sumOf(table, where)} as count ${SHARED}`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Counts parts of such rows in one statement. Each part is a scalar query, but the one given as null, which may be large, is what the others
 * leave.
 */
export async function countParts<T extends keyof CountedColumns>(
  db: Db,
  table: T,
  where: { readonly [column in CountedColumns[T]]?: Values },
  parts: readonly (RawBuilder<number> | null)[],
): Promise<number[]> {
  const { rows } = await sql<{ total: number; counts: (number | null)[] }>`
    select ${sumOf(table, where)} as total, array[${sql.join(parts)}]::int[] as counts`.execute(db);
  const { total, counts } = rows[0] ?? { total: 0, counts: [] };
  const rest = counts.reduce<number>((left, count) => left - (count ?? 0), total);
  return counts.map((count) => count ?? rest);
}

function sumOf(table: keyof CountedColumns, where: Readonly<Record<string, Values>>) {
  const conditions = Object.entries<Values>(where).flatMap(([column, value]) =>
    value === undefined ? [] : [sql`key ->> ${column} = any(${[value].flat().map(String)}::text[])`],
  );
  return sql`(select coalesce(sum(rows), 0)::int from row_counts
    where ${sql.join([sql`source = ${table}`, ...conditions], sql` and `)})`;
}
