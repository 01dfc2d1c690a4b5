import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { transact } from '#db/open-transaction.ts';
import {
  familyStretches,
  inOtherNames,
  isNameWord,
  searchConditions,
  stretchRows,
} from '#features/patients/index.ts';
import { conditions, type DictationFilter } from './list-filter.ts';

/** A part of an order. */
export interface Stretch {
  readonly offset: number;
  readonly limit: number;
}

/** Beyond so many, patients stand close enough together in the order by name to be met along the way. */
const MAX_PATIENTS = 5_000;

/**
 * A part of the order by patient name, of patients that a search finds and that are too many to name. Those of one family name stand
 * together there, perhaps far from the start, so walking from the start would test all patients before them. Undefined when that is
 * the way to go after all.
 */
export async function walkNames(
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
  const stretches = isName ? await familyStretches(db, word, { descending }) : [];
  if (stretches === undefined) return undefined;

  const others = isName ? inOtherNames(word) : searchConditions(words, true);
  const direction = descending ? sql`desc` : sql`asc`;
  const order = sql`order by patient_key ${direction}, id ${direction}`;
  const matching = conditions(rest);
  // The stretches come in order, so what the limit leaves of their dictations is the beginning of the list.
  const named = sql`
    select found.id, found.patient_key from ${stretchRows(stretches)}
    cross join lateral (
      select id, patient_key from dictations where patient_key >= start and patient_key < stop and ${matching} ${order} offset 0
    ) found
    limit ${offset + limit}`;
  return transact(db, async (tx) => {
    // The planner's guesses about parts of words are often wrong by orders of magnitude.
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
