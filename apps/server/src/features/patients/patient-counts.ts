import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** Numbers of active and inactive patients. */
export interface PatientCounts {
  readonly active: number;
  readonly inactive: number;
}

/** Returns the exact numbers of patients, from counters that the database maintains. */
export async function countPatients(db: Db): Promise<PatientCounts> {
  return db
    .selectFrom('patient_counts')
    .select([
      sql<number>`coalesce(sum(active), 0)::int`.as('active'),
      sql<number>`coalesce(sum(inactive), 0)::int`.as('inactive'),
    ])
    .executeTakeFirstOrThrow();
}
