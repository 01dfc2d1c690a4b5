import { parsePatientSearch } from '@portal/domain/patient-search';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { canMatch, patientConditions, searchConditions } from '#people/patient-search-conditions.ts';
import type { DictationFilter } from './list-filter.ts';

/** Patients up to this number are named, and their dictations come from the patients' index. */
const NAMED = 1_000;

/** The dictations whose patient, active or not, a search finds (decisions 41, 56); nothing for an empty search. */
export async function patientFilter(
  db: Db,
  search: string,
): Promise<Pick<DictationFilter, 'patientIds' | 'patientMatchers'>> {
  const matchers = parsePatientSearch(search);
  if (matchers.length === 0) return {};
  if (!matchers.every((matcher) => canMatch(matcher))) return { patientIds: [] };
  const words = matchers.filter((matcher) => matcher.kind !== 'date');
  const found =
    words.length < matchers.length
      ? sql<{
          id: string;
        }>`select id from patients where ${patientConditions(matchers, true)} limit ${NAMED + 1}`
      : sql<{ id: string }>`
          select patient_id as id from patient_search where ${searchConditions(words, true)} limit ${NAMED + 1}`;
  const { rows } = await db.transaction().execute(async (tx) => {
    // The planner's guesses about parts of words are often wrong by orders of magnitude.
    await sql`select set_config('enable_seqscan', 'off', true)`.execute(tx);
    return found.execute(tx);
  });
  return rows.length > NAMED ? { patientMatchers: matchers } : { patientIds: rows.map(({ id }) => id) };
}
