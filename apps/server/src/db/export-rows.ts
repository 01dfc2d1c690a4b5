import { sql, type RawBuilder } from 'kysely';
import type { Db } from './database.ts';

type Sql = RawBuilder<unknown>;

/** Counts the rows of a part: a table with its conditions. */
export async function countPart(db: Db, part: Sql): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${part}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Reads the IDs of the next rows below an ID, newest first: IDs are in the order of creation. */
export async function readIdsBelow(
  db: Db,
  part: Sql,
  below: string | undefined,
  limit: number,
): Promise<string[]> {
  const next = below === undefined ? sql`true` : sql`id < ${below}::uuid`;
  const { rows } = await sql<{ id: string }>`
    select id from ${part} and ${next} order by id desc limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
