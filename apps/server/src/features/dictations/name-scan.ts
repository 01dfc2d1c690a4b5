import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { transact } from '#db/open-transaction.ts';
import {
  listFamilyNameRanges,
  inOtherNames,
  isNameWord,
  searchConditions,
  rangeRows,
} from '#features/patients/index.ts';
import { conditions, type DictationFilter } from './list-filter.ts';

/** A range of rows in a sort order. */
export interface Stretch {
  readonly offset: number;
  readonly limit: number;
}

/** Above this many matching patients, a scan in name order finds them quickly enough. */
const MAX_PATIENTS = 5_000;

/**
 * Reads a range of dictations in patient name order when a search matches too many patients to list. Patients with the same last name
 * are adjacent but may be far from the start, so this jumps to them instead of testing every patient before them. Returns undefined
 * when a plain scan is better.
 */
export async function readByPatientName(
  db: Db,
  filter: DictationFilter,
  { descending }: { readonly descending: boolean },
  { offset, limit }: Stretch,
): Promise<string[] | undefined> {
  const { patientMatchers = [], ...rest } = filter;
  const words = patientMatchers.filter((matcher) => matcher.kind !== 'date');
  if (words.length < patientMatchers.length) return undefined;
  const [word, ...more] = words;
  const isName = word !== undefined && isNameWord(word) && more.length === 0;
  const stretches = isName ? await listFamilyNameRanges(db, word, { descending }) : [];
  if (stretches === undefined) return undefined;

  const others = isName ? inOtherNames(word) : searchConditions(words, true);
  const direction = descending ? sql`desc` : sql`asc`;
  const order = sql`order by patient_key ${direction}, id ${direction}`;
  const matching = conditions(rest);
  // The ranges come in order, so the limit keeps the first rows of the list.
  const named = sql`
    select found.id, found.patient_key from ${rangeRows(stretches)}
    cross join lateral (
      select id, patient_key from dictations where patient_key >= start and patient_key < stop and ${matching} ${order} offset 0
    ) found
    limit ${offset + limit}`;
  return transact(db, async (tx) => {
    // The planner's estimates for partial words are often wrong by orders of magnitude.
    await sql`select set_config('enable_seqscan', 'off', true)`.execute(tx);
    const { rows } = await sql<{ patients: number; ids: string[] }>`
      with others as materialized (
        select patient_id, name_key from patient_search where ${others} limit ${MAX_PATIENTS + 1}
      ), counted as materialized (select count(*)::int as patients from others
      ), theirs as materialized (
        select found.id, found.patient_key
        from (select name_key, array_agg(patient_id) as ids from others where (select patients from counted) <= ${MAX_PATIENTS}
          group by name_key order by name_key ${direction}) o
        cross join lateral (select id, patient_key from dictations
          where patient_key = o.name_key and patient_id = any(o.ids) and ${matching} order by id ${direction} offset 0) found
        limit ${offset + limit}
      ), named as materialized (${named})
      select patients, array(
        select id from (select * from named union all select * from theirs) d ${order} offset ${offset} limit ${limit}) as ids
      from counted`.execute(tx);
    const { patients, ids } = rows[0] ?? { patients: 0, ids: [] };
    return patients > MAX_PATIENTS ? undefined : ids;
  });
}
