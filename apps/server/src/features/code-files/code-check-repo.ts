import { catalogSpellings } from '@portal/domain/dictation/billing-lines';
import type { CodeType } from '@portal/domain/billing-code';
import type { PairRow } from '@portal/domain/code-files/rows';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { FILES_OF_DAYS } from './official-repo.ts';

/** The types under which the catalog has a code. */
export async function findCodeTypes(db: Db, code: string): Promise<readonly CodeType[]> {
  const rows = await db
    .selectFrom('billing_codes')
    .select('code_type as codeType')
    .where('code', 'in', catalogSpellings([{ code, modifiers: '' }]))
    .execute();
  return rows.map(({ codeType }) => codeType);
}

/** Most pairs of a code that are listed. */
const LISTED = 200;

interface FoundPairs {
  readonly pairs: readonly PairRow[];
  /** How many there are with all codes. */
  readonly pairCount: number;
  /** Packages of the drug in the price file. */
  readonly ndcCount: number;
}

/** Finds the pairs of a code that count on the day, of which those with codes of the catalog are listed, and counts its packages. */
export async function findPairs(
  db: Db,
  { code, day }: { readonly code: string; readonly day: string },
): Promise<FoundPairs> {
  const { rows } = await sql<FoundPairs>`
    with days as (select 1::bigint as place, ${day}::date as day),
    ${FILES_OF_DAYS},
    pairs as materialized (
      select p.*, f.day, case p.column1 when ${code} then p.column2 else p.column1 end as other
      from files f join lateral (
        select * from code_file_pairs where file_no = f.file_no and column1 = ${code}
        union all
        select * from code_file_pairs where file_no = f.file_no and column2 = ${code}
      ) p on true
      where f.kind = 'ptp' and p.indicator <> 9 and p.valid_from <= f.day and (p.valid_to is null or p.valid_to >= f.day)
    )
    select
      (
        select coalesce(json_agg(json_build_object(
          'column1', column1, 'column2', column2, 'validFrom', valid_from, 'validTo', valid_to,
          'indicator', indicator, 'rationale', text
        ) order by other, column1), '[]') from (
          select p.*, r.text from pairs p join code_file_rationales r using (rationale)
          where exists (select from billing_codes b where b.code_type = 'CPT' and b.code = p.other)
          order by p.other, p.column1 limit ${LISTED}
        ) listed
      ) as pairs,
      (select count(*)::int from pairs) as "pairCount",
      (
        select count(distinct c.part)::int from files f join code_file_codes c on c.file_no = f.file_no
        where f.kind = 'asp' and c.code = ${code}
      ) as "ndcCount"`.execute(db);
  return rows[0] ?? { pairs: [], pairCount: 0, ndcCount: 0 };
}
