import { parsePatientSearch, searchAlternatives, type SearchTerm } from '@portal/domain/patient-search';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/database.ts';
import { canMatch, isWord, patientConditions, searchConditions } from '#features/patients/index.ts';
import type { DictationFilter } from './list-filter-repo.ts';

/** Up to this many patients are listed by ID, and their dictations are read from the patient index. */
const NAMED = 1_000;

/** Filter for dictations whose patient (active or not) matches a search. An empty search does not filter. */
export async function patientFilter(
  db: Db,
  search: string,
): Promise<Pick<DictationFilter, 'patientIds' | 'patientTerms'>> {
  const terms = parsePatientSearch(search);
  if (terms.length === 0) return {};
  if (!terms.every((term) => canMatch(term))) return { patientIds: [] };
  const { rows } = await sql<{ id: string }>`
    select id from (${matchingPatients(terms)}) p limit ${NAMED + 1}`.execute(db);
  return rows.length > NAMED ? { patientTerms: terms } : { patientIds: rows.map(({ id }) => id) };
}

/** Query of the patients that match a search, with `id` and `name_key`. */
export function matchingPatients(terms: readonly SearchTerm[]): RawBuilder<unknown> {
  const alternatives = searchAlternatives(terms).map((alternative) => {
    const words = alternative.filter((term) => isWord(term));
    return words.length < alternative.length
      ? sql`select id, name_key from patients where ${patientConditions(alternative)}`
      : sql`select patient_id as id, name_key from patient_search where ${searchConditions(words)}`;
  });
  return sql.join(alternatives, sql` union `);
}
