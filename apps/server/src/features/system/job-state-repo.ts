import type { Db } from '#db/database.ts';

/** The end of the last run of a periodic job. `problem`: null if it ended well. */
export interface JobState {
  readonly job: string;
  readonly endedAt: Date;
  readonly problem: string | null;
}

/** Stores how a job ended, for the system status of all processes. */
export async function saveJobEnd(db: Db, { job, endedAt, problem }: JobState): Promise<void> {
  const columns = { ended_at: endedAt, problem };
  await db
    .insertInto('job_states')
    .values({ job, ...columns })
    .onConflict((conflict) => conflict.column('job').doUpdateSet(columns))
    .execute();
}

/** How the last run of each job ended. */
export const jobStates = (db: Db): Promise<JobState[]> =>
  db.selectFrom('job_states').select(['job', 'ended_at as endedAt', 'problem']).orderBy('job').execute();
