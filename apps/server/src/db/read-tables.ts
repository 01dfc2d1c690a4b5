import { sql } from 'kysely';
import type { Db } from './database.ts';
import { isDataDamaged } from './database-errors.ts';

/** A table that cannot be read to its end. */
export interface BadTable {
  readonly table: string;
  readonly problem: string;
}

/** Reads every row of every table of the portal with its long values. Indexes are not read. */
export async function readTables(owner: Db): Promise<{ tables: number; bad: BadTable[] }> {
  const { rows } = await sql<{ name: string }>`
    select c.oid::regclass::text as name from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`.execute(owner);
  const bad: BadTable[] = [];
  for (const { name } of rows) {
    try {
      await sql`select sum(octet_length(t::text)) from only ${sql.raw(name)} t`.execute(owner);
    } catch (error) {
      if (!isDataDamaged(error)) throw error;
      bad.push({ table: name, problem: error.message });
    }
  }
  return { tables: rows.length, bad };
}
