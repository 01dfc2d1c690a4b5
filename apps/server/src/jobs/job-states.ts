import type { Db } from '#db/database.ts';

/** The end of a run of a periodic job. */
export interface JobFailure {
  readonly job: string;
  readonly endedAt: Date;
  readonly problem: string;
}

/** Stores how a job ended, for the system status of all processes. `problem`: null if it ended well. */
export async function saveJobEnd(
  db: Db,
  { job, endedAt, problem }: { job: string; endedAt: Date; problem: string | null },
): Promise<void> {
  const columns = { ended_at: endedAt, problem };
  await db
    .insertInto('job_states')
    .values({ job, ...columns })
    .onConflict((conflict) => conflict.column('job').doUpdateSet(columns))
    .execute();
}

/** The jobs whose last run failed. */
export async function failedJobs(db: Db): Promise<JobFailure[]> {
  const rows = await db
    .selectFrom('job_states')
    .select(['job', 'ended_at', 'problem'])
    .where('problem', 'is not', null)
    .orderBy('job')
    .execute();
  return rows.map(({ job, ended_at: endedAt, problem }) => ({ job, endedAt, problem: problem ?? '' }));
}
