import { searchAlternatives, type SearchTerm } from '@portal/domain/patient-search';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/database.ts';
import { orderBy, type SortColumn } from '#db/list-page.ts';
import { PREPARED } from '#db/statement-marks.ts';
import { listedColumns, type PatientListRow } from '../patient-repo.ts';
import { isWord, patientConditions, searchConditions } from './search-conditions-repo.ts';

/** Most names that one word is replaced by. */
const MOST_NAMES = 12;
/** Patients with similar names that are collected before they are sorted. */
const MOST_COLLECTED = 500;
/** Names in the table have only these letters, because their sounds are those of English. */
const COMPARABLE = /^[a-z]{3,40}$/;

/** A search that found fewer patients than there is room for. */
export interface SimilarSearch {
  readonly terms: readonly SearchTerm[];
  readonly order: readonly SortColumn[];
  readonly includeInactive: boolean;
  readonly found: readonly string[];
  readonly room: number;
}

/** Finds other patients whose names sound or are spelled like words of a search. All other words must match as usual. */
export async function findSimilarPatients(db: Db, search: SimilarSearch): Promise<readonly PatientListRow[]> {
  const { terms, order, includeInactive, found, room } = search;
  const names = await findSimilarNames(db, terms);
  if (names.size === 0) return [];
  const active = includeInactive ? sql`true` : sql`is_active`;
  const alternatives = searchAlternatives(terms).map(
    (alternative) => sql`select ${withNames(alternative, names)} and ${active} limit ${MOST_COLLECTED}`,
  );
  // Planning takes longer than the search, and the text of one word is always the same.
  const mark = terms.length === 1 ? PREPARED : sql``;
  const { rows } = await sql<PatientListRow>`
    with alike as materialized (${sql.join(
      alternatives.map((alternative) => sql`(${alternative})`),
      sql` union `,
    )})
    select ${listedColumns('patients')} from patients
    where id = any(array(select id from alike)) and id <> all(${found}::uuid[])
    order by ${orderBy(order)} limit ${room} ${mark}`.execute(db);
  return rows;
}

/** IDs of the patients that match, with one of the names instead of a word. Only `patients` has dates of birth. */
function withNames(
  terms: readonly SearchTerm[],
  names: ReadonlyMap<string, readonly string[]>,
): RawBuilder<unknown> {
  const words = terms.filter((term) => isWord(term));
  const hasDate = words.length < terms.length;
  const text = sql.ref(hasDate ? 'search_text' : 'words');
  const conditions = terms.map((term) => {
    const exact = hasDate || !isWord(term) ? patientConditions([term]) : searchConditions([term]);
    const similar = term.kind === 'text' ? names.get(term.text) : undefined;
    if (similar === undefined) return exact;
    const alike = sql`${text} ~ ${` (${similar.join('|')})([ |]|$)`}`;
    // All exact matches of one word have been found.
    return terms.length === 1 ? alike : sql`(${exact} or ${alike})`;
  });
  const table = hasDate ? sql`id from patients` : sql`patient_id as id from patient_search`;
  return sql`${table} where ${sql.join(conditions, sql` and `)}`;
}

/** Finds the names that are closest to each word of a search: one letter off, or a few more if they sound alike. */
async function findSimilarNames(
  db: Db,
  terms: readonly SearchTerm[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const words = terms.flatMap((term) =>
    term.kind === 'text' && COMPARABLE.test(term.text) ? [term.text] : [],
  );
  if (words.length === 0) return new Map();
  const { rows } = await sql<{ term: string; names: string[] }>`
    select term, array(
      select word from (
        select word, levenshtein(word, term) as distance, sounds && spoken as sounds_alike
        from name_words where (sounds && spoken or word % term) and word <> term
      ) near
      where distance <= case
        when sounds_alike then case when length(term) < 5 then 1 when length(term) < 8 then 2 else 3 end
        else case when length(term) < 5 then 0 when length(term) < 8 then 1 else 2 end
      end
      order by distance fetch first row with ties
    ) as names
    from (
      select term, array[dmetaphone(term), dmetaphone_alt(term)] as spoken from unnest(${words}::text[]) term
    ) words ${PREPARED}`.execute(db);
  return new Map(
    rows.filter(({ names }) => names.length > 0).map((row) => [row.term, row.names.slice(0, MOST_NAMES)]),
  );
}
