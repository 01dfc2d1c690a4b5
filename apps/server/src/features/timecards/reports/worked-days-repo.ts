import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** A day on which a user has a timecard, YYYY-MM-DD. */
export interface WorkedDay {
  readonly userId: string;
  readonly day: string;
}

/** Lists the days with a timecard in a range, of everyone or one user. A card past midnight counts for both days. */
export async function listWorkedDays(
  db: Db,
  zone: string,
  range: { readonly startDate: string; readonly endDate: string },
  userId: string | null,
): Promise<WorkedDay[]> {
  const dayOf = (column: string) => sql`(${sql.ref(column)} at time zone ${zone})::date`;
  const { rows } = await sql<WorkedDay>`
    select distinct user_id as "userId", d.day
    from timecards, lateral (values (${dayOf('clock_in_at')}), (${dayOf('clock_out_at')})) d (day)
    where deleted_at is null ${userId === null ? sql`` : sql`and user_id = ${userId}`}
      and clock_in_at >= (${range.startDate}::date - 1)::timestamp at time zone ${zone}
      and clock_in_at < (${range.endDate}::date + 1)::timestamp at time zone ${zone}
      and d.day between ${range.startDate}::date and ${range.endDate}::date`.execute(db);
  return rows;
}
