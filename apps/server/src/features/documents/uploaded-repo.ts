import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** Counts documents uploaded on a day (in the time zone) that are not deleted. */
export async function countUploadedOn(db: Db, day: string, zone: string): Promise<number> {
  const { count } = await db
    .selectFrom('documents')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('deleted_at', 'is', null)
    .where('created_at', '>=', sql<Date>`${day}::date::timestamp at time zone ${zone}`)
    .where('created_at', '<', sql<Date>`(${day}::date + 1)::timestamp at time zone ${zone}`)
    .executeTakeFirstOrThrow();
  return count;
}
