import { EXACT_COUNT_LIMIT } from '@portal/domain/list';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { countUpTo, readPage, type IdPage, type PageRequest, type Slice, type Total } from '#db/list-page.ts';
import { countRows } from '#db/row-counts.ts';
import { addCreationRange } from './creation-range-repo.ts';
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

/** Reads a page of a list. */
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
  const { patientIds, templateId, providerId, startDate, endDate, statuses, includeInactive } = filter;
  if ([patientIds, templateId, providerId, startDate, endDate].some((part) => part !== undefined))
    return countUpTo(db, [sql`dictations where ${conditions(filter)}`]);
  const active = includeInactive ? {} : { is_active: true };
  return {
    totalCount: await countRows(db, 'dictations', { status: statuses, ...active }),
    totalCountIsApproximate: false,
  };
}

async function readSlice(
  db: Db,
  filter: DictationFilter,
  request: DictationPageRequest,
  { offset, limit, reversed }: Slice,
  { totalCount }: Total,
): Promise<string[]> {
  const order = { ...request, descending: request.descending !== reversed };
  const mostSorted = filter.patientIds === undefined ? MOST_SORTED[request.orderBy] : undefined;
  const ordered =
    totalCount <= (mostSorted ?? EXACT_COUNT_LIMIT)
      ? sortedAll(filter, order)
      : inOrder(await addCreationRange(db, filter, order), order, offset + limit);
  const { rows } = await sql<{ id: string }>`
    select id from (${ordered}) d offset ${offset} limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
