import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { FILES_OF_DAYS } from './official-repo.ts';

/** Counts the pairs of each code that count on a day (YYYY-MM-DD), as either code of a pair. Codes without pairs are absent. */
export async function countPairs(
  db: Db,
  day: string,
  codes: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (codes.length === 0) return new Map();
  const { rows } = await sql<{ code: string; count: number }>`
    with days as (select 1::bigint as place, ${day}::date as day),
    ${FILES_OF_DAYS}
    select w.code, count(*)::int as count
    from files f, unnest((select ${codes}::text[])) as w(code), lateral (
      select valid_from, valid_to, indicator from code_file_pairs where file_no = f.file_no and column1 = w.code
      union all
      select valid_from, valid_to, indicator from code_file_pairs where file_no = f.file_no and column2 = w.code
    ) p
    where f.kind = 'ptp' and p.indicator <> 9
      and p.valid_from <= f.day and (p.valid_to is null or p.valid_to >= f.day)
    group by w.code`.execute(db);
  return new Map(rows.map(({ code, count }) => [code, count]));
}
