import { searchReadings, type PatientMatcher } from '@portal/domain/patient-search';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/database.ts';
import { orderBy, type SortColumn } from '#db/list-page.ts';
import { PREPARED } from '#db/statement-marks.ts';
import { LISTED, type PatientListRow } from './patient-repo.ts';
import { isWord, patientConditions, searchConditions } from './search-conditions-repo.ts';

/** Most names that one word is replaced by. */
const MOST_NAMES = 12;
/** Patients with similar names that are collected before they are sorted. */
const MOST_COLLECTED = 500;
/** Names in the table have only these letters, because their sounds are those of English. */
const COMPARABLE = /^[a-z]{3,40}$/;

/** A search that found fewer patients than there is room for. */
export interface SimilarSearch {
  readonly matchers: readonly PatientMatcher[];
  readonly order: readonly SortColumn[];
  readonly includeInactive: boolean;
  readonly found: readonly string[];
  readonly room: number;
}

/** Finds other patients whose names sound or are spelled like words of a search. All other words must match as usual. */
export async function findSimilarPatients(db: Db, search: SimilarSearch): Promise<readonly PatientListRow[]> {
  const { matchers, order, includeInactive, found, room } = search;
  const names = await findSimilarNames(db, matchers);
  if (names.size === 0) return [];
  const active = includeInactive ? sql`true` : sql`is_active`;
  const readings = searchReadings(matchers).map(
    (reading) => sql`select ${withNames(reading, names)} and ${active} limit ${MOST_COLLECTED}`,
  );
  // Planning takes longer than the search, and the text of one word is always the same.
  const mark = matchers.length === 1 ? PREPARED : sql``;
  const { rows } = await sql<PatientListRow>`
    with alike as materialized (${sql.join(
      readings.map((reading) => sql`(${reading})`),
      sql` union `,
    )})
    select ${LISTED} from patients
    where id = any(array(select id from alike)) and id <> all(${found}::uuid[])
    order by ${orderBy(order)} limit ${room} ${mark}`.execute(db);
  return rows;
}

/** IDs of the patients that match, with one of the names instead of a word. Only `patients` has dates of birth. */
function withNames(
  matchers: readonly PatientMatcher[],
  names: ReadonlyMap<string, readonly string[]>,
): RawBuilder<unknown> {
  const words = matchers.filter((matcher) => isWord(matcher));
  const hasDate = words.length < matchers.length;
  const text = sql.ref(hasDate ? 'search_text' : 'words');
  const conditions = matchers.map((matcher) => {
    const exact = hasDate || !isWord(matcher) ? patientConditions([matcher]) : searchConditions([matcher]);
    const similar = matcher.kind === 'text' ? names.get(matcher.text) : undefined;
    if (similar === undefined) return exact;
    const alike = sql`${text} ~ ${` (${similar.join('|')})([ |]|$)`}`;
    // All exact matches of one word have been found.
    return matchers.length === 1 ? alike : sql`(${exact} or ${alike})`;
  });
  const table = hasDate ? sql`id from patients` : sql`patient_id as id from patient_search`;
  return sql`${table} where ${sql.join(conditions, sql` and `)}`;
}

/** Finds the names that are closest to each word of a search: one letter off, or a few more if they sound alike. */
async function findSimilarNames(
  db: Db,
  matchers: readonly PatientMatcher[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const typed = matchers.flatMap((matcher) =>
    matcher.kind === 'text' && COMPARABLE.test(matcher.text) ? [matcher.text] : [],
  );
  if (typed.length === 0) return new Map();
  const { rows } = await sql<{ typed: string; names: string[] }>`
    select typed, array(
      select word from (
        select word, levenshtein(word, typed) as distance, sounds && spoken as sounds_alike
        from name_words where (sounds && spoken or word % typed) and word <> typed
      ) near
      where distance <= case
        when sounds_alike then case when length(typed) < 5 then 1 when length(typed) < 8 then 2 else 3 end
        else case when length(typed) < 5 then 0 when length(typed) < 8 then 1 else 2 end
      end
      order by distance fetch first row with ties
    ) as names
    from (
      select typed, array[dmetaphone(typed), dmetaphone_alt(typed)] as spoken from unnest(${typed}::text[]) typed
    ) words ${PREPARED}`.execute(db);
  return new Map(
    rows.filter(({ names }) => names.length > 0).map((row) => [row.typed, row.names.slice(0, MOST_NAMES)]),
  );
}
