import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { FILES_OF_DAYS } from './official-repo.ts';

/**
 * Counts the pairs of each code that count on a day (YYYY-MM-DD), as either code of a pair. Reads all pairs of the edition, for exports.
 * Codes without pairs are absent.
 */
export async function countPairs(
  db: Db,
  day: string,
  codes: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (codes.length === 0) return new Map();
  const { rows } = await sql<{ code: string; count: number }>`
    with days as (select 1::bigint as place, ${day}::date as day),
    ${FILES_OF_DAYS},
    pairs as not materialized (
      select * from code_file_pairs
      where file_no in (select file_no from files where kind = 'ptp')
        and valid_from <= ${day} and (valid_to is null or valid_to >= ${day}) and indicator <> 9
    )
    select code, count(*)::int as count
    from (select column1 as code from pairs union all select column2 from pairs) either
    where code = any(${codes}::text[])
    group by code`.execute(db);
  return new Map(rows.map(({ code, count }) => [code, count]));
}
