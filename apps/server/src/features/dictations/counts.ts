import type { DictationStatus } from '@portal/domain/dictation';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** Counts dictations, optionally by status, from counters that the database updates with every change. */
export async function countDictations(
  db: Db,
  {
    statuses,
    includeInactive = false,
  }: { readonly statuses?: readonly DictationStatus[] | undefined; readonly includeInactive?: boolean } = {},
): Promise<number> {
  const { count } = await db
    .selectFrom('dictation_counts')
    .select(sql<number>`coalesce(sum(dictations), 0)::int`.as('count'))
    .$if(statuses !== undefined, (query) => query.where('status', 'in', statuses ?? []))
    .$if(!includeInactive, (query) => query.where('is_active', '=', true))
    .executeTakeFirstOrThrow();
  return count;
}
