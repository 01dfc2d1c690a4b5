import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** How many patients there are. */
export interface PatientCounts {
  readonly active: number;
  readonly inactive: number;
}

/** The patients' numbers from the counters that the database keeps with every change: exact, without counting. */
export async function countPatients(db: Db): Promise<PatientCounts> {
  return db
    .selectFrom('patient_counts')
    .select([
      sql<number>`coalesce(sum(active), 0)::int`.as('active'),
      sql<number>`coalesce(sum(inactive), 0)::int`.as('inactive'),
    ])
    .executeTakeFirstOrThrow();
}
