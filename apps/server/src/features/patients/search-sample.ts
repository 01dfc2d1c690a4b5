import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/database.ts';

/** Patients of a sample: enough to know frequent words by, few enough to be read in a millisecond or two. */
export const SAMPLE_ROWS = 4_000;
/** Practices up to this size are searched by index alone. */
export const SMALL_PRACTICE = 20_000;

interface SampleOptions {
  /** How many patients there are. */
  readonly patients: number;
  readonly size: number;
  /** What is looked for, asked of `patient_search`. */
  readonly condition: RawBuilder<unknown>;
  /** Asked of those that match. */
  readonly inFamily?: RawBuilder<unknown>;
}

/** How many patients a sample has, how many of them match, and how many of those in their family name. */
export interface PatientSample {
  readonly rows: number;
  readonly hits: number;
  readonly family: number;
}

/** From rows that are the same every time, so that asking again takes the same way. */
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

/** Whether, by six standard deviations, more than so many of all patients match. */
export function surelyMoreThan(
  limit: number,
  { rows, hits }: Pick<PatientSample, 'rows' | 'hits'>,
  patients: number,
): boolean {
  const atLimit = (rows * limit) / patients;
  return hits > atLimit + 6 * Math.sqrt(atLimit);
}
