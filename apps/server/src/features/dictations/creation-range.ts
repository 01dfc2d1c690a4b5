import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { DictationFilter } from './list-filter.ts';

/** Month of creation, matching the expression of the month index. */
const month = sql`date_trunc('month', created_at at time zone 'UTC')`;

/**
 * Adds a creation-time bound to a filter with procedure dates, so a scan in creation order skips the months without matching
 * dictations. Returns the filter unchanged when it has no dates, and undefined when no dictation matches the dates.
 */
export async function addCreationRange(
  db: Db,
  filter: DictationFilter,
  { descending }: { readonly descending: boolean },
): Promise<DictationFilter | undefined> {
  const { startDate, endDate } = filter;
  if (startDate === undefined && endDate === undefined) return filter;
  const [order, beyond] = descending ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`];
  const { rows } = await sql<{ from: Date; before: Date }>`
    with recursive months as (
      (select ${month} as m from dictations order by ${month} ${order} limit 1)
      union all
      select (select ${month} from dictations where ${month} ${beyond} m order by ${month} ${order} limit 1)
      from months
      where m is not null and not exists (
        select from dictations where ${month} = m
          and procedure_date between ${startDate ?? '-infinity'}::date and ${endDate ?? 'infinity'}::date)
    )
    select m at time zone 'UTC' as from, (m + interval '1 month') at time zone 'UTC' as before
    from months where m is not null order by m ${descending ? sql`asc` : sql`desc`} limit 1`.execute(db);
  const [bound] = rows;
  if (bound === undefined) return undefined;
  return descending ? { ...filter, createdBefore: bound.before } : { ...filter, createdFrom: bound.from };
}
