import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { DictationFilter } from './list-filter-repo.ts';
import type { DictationOrder } from './list-order-repo.ts';

/** Month of creation, matching the expression of the month index. */
const month = sql`date_trunc('month', created_at at time zone 'UTC')`;

/**
 * Adds a creation-time bound to a filter with procedure dates, so that reading in creation order skips the months without matching
 * dictations. Other filters and orders stay unchanged.
 */
export async function addCreationRange(
  db: Db,
  filter: DictationFilter,
  { orderBy, descending }: DictationOrder,
): Promise<DictationFilter> {
  const { startDate, endDate } = filter;
  if (orderBy !== 'createdAt' || (startDate === undefined && endDate === undefined)) return filter;
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
  if (bound === undefined) return filter;
  return descending ? { ...filter, createdBefore: bound.before } : { ...filter, createdFrom: bound.from };
}
