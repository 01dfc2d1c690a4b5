import { EXACT_COUNT_LIMIT } from '@portal/domain/list';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { countUpTo, readPage, type IdPage, type PageRequest, type Slice, type Total } from '#db/list-page.ts';
import { countRows } from '#db/row-counts.ts';
import { conditions, type DictationFilter } from './list-filter-repo.ts';
import { inOrder, sortedAll, type DictationOrder } from './list-order-repo.ts';
import { searchDictations } from './list-search-repo.ts';

/** Sort order and page of a list. */
export type DictationPageRequest = DictationOrder & PageRequest;

/**
 * Up to this many matches are always collected and sorted. Filters have indexes in the order of procedure dates. In order of names, more
 * than a thousand matches are near enough to each other, even if the planner overestimated them.
 */
const MOST_SORTED: Partial<Record<DictationOrder['orderBy'], number>> = {
  procedureDate: 0,
  patientName: 1_000,
};

export async function readDictationPage(
  db: Db,
  filter: DictationFilter,
  request: DictationPageRequest,
): Promise<IdPage> {
  const { patientTerms } = filter;
  if (patientTerms !== undefined) return searchDictations(db, { filter, patientTerms, request });
  const total = await count(db, filter);
  const ids = await readPage(request, total, (slice) => readSlice(db, filter, request, slice, total));
  return { ids, ...total };
}

/** Counts matches: from the database's counters when only statuses filter, otherwise by counting up to a limit. */
async function count(db: Db, filter: DictationFilter): Promise<Total> {
  const { patientIds, templateId, providerId, startDate, endDate, statuses, coSignature, includeInactive } =
    filter;
  if (
    [patientIds, templateId, providerId, startDate, endDate, coSignature].some((part) => part !== undefined)
  )
    return countUpTo(db, [sql`dictations where ${conditions(filter)}`]);
  const active = includeInactive ? {} : { is_active: true };
  return {
    totalCount: await countRows(db, 'dictations', { status: statuses, ...active }),
    totalCountIsApproximate: false,
  };
}

/** Month of creation, matching the expression of the month index. */
const month = sql`date_trunc('month', created_at at time zone 'UTC')`;

/**
 * Adds a creation-time bound to a filter with procedure dates, so that reading in creation order skips the months without matching
 * dictations. Other filters and orders stay unchanged.
 */
async function addCreationRange(
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

async function readSlice(
  db: Db,
  filter: DictationFilter,
  request: DictationPageRequest,
  { offset, limit, reversed }: Slice,
  { totalCount }: Total,
): Promise<string[]> {
  const order = { ...request, descending: request.descending !== reversed };
  const isFew = filter.patientIds !== undefined || filter.coSignature !== undefined;
  const mostSorted = isFew ? undefined : MOST_SORTED[request.orderBy];
  const ordered =
    totalCount <= (mostSorted ?? EXACT_COUNT_LIMIT)
      ? sortedAll(filter, order)
      : inOrder(await addCreationRange(db, filter, order), order, offset + limit);
  const { rows } = await sql<{ id: string }>`
    select id from (${ordered}) d offset ${offset} limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
