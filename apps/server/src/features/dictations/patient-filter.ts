import { parsePatientSearch } from '@portal/domain/patient-search';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { transact } from '#db/open-transaction.ts';
import { Remembered } from '#db/remembered.ts';
import {
  canMatch,
  countPatients,
  patientConditions,
  SAMPLE_ROWS,
  samplePatients,
  searchConditions,
  SMALL_PRACTICE,
  exceedsLimit,
} from '#features/patients/index.ts';
import type { DictationFilter } from './list-filter.ts';

/** Up to this many patients are listed by ID, and their dictations are read from the patient index. */
const NAMED = 1_000;

/** Filter for dictations whose patient (active or not) matches a search. An empty search does not filter. */
export async function patientFilter(
  db: Db,
  search: string,
): Promise<Pick<DictationFilter, 'patientIds' | 'patientMatchers'>> {
  const matchers = parsePatientSearch(search);
  if (matchers.length === 0) return {};
  if (!matchers.every((matcher) => canMatch(matcher))) return { patientIds: [] };
  const words = matchers.filter((matcher) => matcher.kind !== 'date');
  const key = JSON.stringify(matchers);
  if (termsOverLimit.has(db, key)) return { patientMatchers: matchers };
  const found =
    words.length < matchers.length
      ? sql<{
          id: string;
        }>`select id from patients where ${patientConditions(matchers, true)} limit ${NAMED + 1}`
      : sql<{ id: string }>`
          select patient_id as id from patient_search where ${searchConditions(words, true)} limit ${NAMED + 1}`;
  const { rows } = await transact(db, async (tx) => {
    // The planner's estimates for partial words are often wrong by orders of magnitude.
    await sql`select set_config('enable_seqscan', 'off', true)`.execute(tx);
    return words.length === matchers.length && (await exceedsNamedLimit(tx, words))
      ? { rows: null }
      : found.execute(tx);
  });
  if (rows !== null && rows.length <= NAMED) return { patientIds: rows.map(({ id }) => id) };
  termsOverLimit.add(db, key);
  return { patientMatchers: matchers };
}
/** Patients are never deleted, so we cache that this term exceeds the limit. */
const termsOverLimit = new Remembered();

/** Estimates from a sample whether a term exceeds the limit. Finding the first thousand matches would take almost as long as all. */
async function exceedsNamedLimit(db: Db, words: Parameters<typeof searchConditions>[0]): Promise<boolean> {
  const { active, inactive } = await countPatients(db);
  const patients = active + inactive;
  if (patients <= SMALL_PRACTICE) return false;
  const condition = searchConditions(words, true);
  return exceedsLimit(NAMED, await samplePatients(db, { patients, size: SAMPLE_ROWS, condition }), patients);
}
