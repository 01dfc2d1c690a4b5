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
  surelyMoreThan,
} from '#features/patients/index.ts';
import type { DictationFilter } from './list-filter.ts';

/** Patients up to this number are named, and their dictations come from the patients' index. */
const NAMED = 1_000;

/** The dictations whose patient, active or not, a search finds; nothing for an empty search. */
export async function patientFilter(
  db: Db,
  search: string,
): Promise<Pick<DictationFilter, 'patientIds' | 'patientMatchers'>> {
  const matchers = parsePatientSearch(search);
  if (matchers.length === 0) return {};
  if (!matchers.every((matcher) => canMatch(matcher))) return { patientIds: [] };
  const words = matchers.filter((matcher) => matcher.kind !== 'date');
  const key = JSON.stringify(matchers);
  if (knownAsMany.has(db, key)) return { patientMatchers: matchers };
  const found =
    words.length < matchers.length
      ? sql<{
          id: string;
        }>`select id from patients where ${patientConditions(matchers, true)} limit ${NAMED + 1}`
      : sql<{ id: string }>`
          select patient_id as id from patient_search where ${searchConditions(words, true)} limit ${NAMED + 1}`;
  const { rows } = await transact(db, async (tx) => {
    // The planner's guesses about parts of words are often wrong by orders of magnitude.
    await sql`select set_config('enable_seqscan', 'off', true)`.execute(tx);
    return words.length === matchers.length && (await areMany(tx, words))
      ? { rows: null }
      : found.execute(tx);
  });
  if (rows !== null && rows.length <= NAMED) return { patientIds: rows.map(({ id }) => id) };
  knownAsMany.add(db, key);
  return { patientMatchers: matchers };
}
/** Patients stay, so words that found many go on to: a search again for the same need not look whether they are. */
const knownAsMany = new Remembered();

/** Looking up the first thousand of a frequent word takes nearly as long as looking up all. A sample shows that it is one. */
async function areMany(db: Db, words: Parameters<typeof searchConditions>[0]): Promise<boolean> {
  const { active, inactive } = await countPatients(db);
  const patients = active + inactive;
  if (patients <= SMALL_PRACTICE) return false;
  const condition = searchConditions(words, true);
  return surelyMoreThan(
    NAMED,
    await samplePatients(db, { patients, size: SAMPLE_ROWS, condition }),
    patients,
  );
}
