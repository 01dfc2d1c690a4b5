import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { PREPARED } from '#db/statement-marks.ts';

export interface UserCount {
  /** Null is the system. */
  readonly user_id: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly count: number;
}

/** Counts the entries of a time range by user, most first; ties by name. */
export async function countByUser(
  db: Db,
  { from, before }: { readonly from: Date; readonly before: Date },
): Promise<UserCount[]> {
  const { rows } = await sql<UserCount>`
    select c.user_id, u.first_name, u.last_name, c.count
    from (
      select user_id, count(*)::int as count from audit_log where at >= ${from} and at < ${before} group by user_id
    ) c left join users u on u.id = c.user_id
    order by c.count desc, u.last_name, u.first_name, c.user_id ${PREPARED}`.execute(db);
  return rows;
}
