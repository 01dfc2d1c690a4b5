import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/database.ts';

/** Sample size: large enough to detect frequent words, small enough to read in a millisecond or two. */
export const SAMPLE_ROWS = 4_000;
/** Practices up to this size are searched with the index alone. */
export const SMALL_PRACTICE = 20_000;

interface SampleOptions {
  /** Total number of patients. */
  readonly patients: number;
  readonly size: number;
  /** The search condition on `patient_search`. */
  readonly condition: RawBuilder<unknown>;
  /** Condition on matches: the word is in the family name. */
  readonly inFamily?: RawBuilder<unknown>;
}

/** Number of patients in the sample, of matches, and of matches in the family name. */
export interface PatientSample {
  readonly rows: number;
  readonly hits: number;
  readonly family: number;
}

/** Samples the patients. The sample is repeatable, so that the same search always uses the same strategy. */
export async function samplePatients(
  db: Db,
  { patients, size, condition, inFamily = sql`false` }: SampleOptions,
): Promise<PatientSample> {
  const percent = Math.min(100, (100 * size) / patients);
  const { rows } = await sql<PatientSample>`
    select count(*)::int as rows, (count(*) filter (where hit))::int as hits,
      (count(*) filter (where hit and ${inFamily}))::int as family
    from (
      select words, (${condition}) as hit from patient_search tablesample system (${percent}) repeatable (1) offset 0
    ) sampled`.execute(db);
  return rows[0] ?? { rows: 0, hits: 0, family: 0 };
}

/** Whether more than `limit` of all patients match, with a certainty of six standard deviations. */
export function exceedsLimit(
  limit: number,
  { rows, hits }: Pick<PatientSample, 'rows' | 'hits'>,
  patients: number,
): boolean {
  const atLimit = (rows * limit) / patients;
  return hits > atLimit + 6 * Math.sqrt(atLimit);
}
