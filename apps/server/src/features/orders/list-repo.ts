import { OPEN_STATUSES, ORDER_STATUSES, type OrderStatus } from '@portal/domain/order-status';
import type { OrderType } from '@portal/domain/order';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { readListPage, type IdPage, type List, type PageRequest } from '#db/list-page.ts';
import { containsTexts, searchFirst, searchListPage } from '#db/list-search.ts';
import { countParts, countRows } from '#db/row-counts.ts';

/** Filters of the order list. Dates are YYYY-MM-DD and inclusive. */
export interface OrderFilter {
  readonly status: OrderStatus | undefined;
  readonly type: OrderType | undefined;
  readonly startDate: string | undefined;
  readonly endDate: string | undefined;
  readonly patientId: string | undefined;
  /** Also includes cancelled orders; ignored if `status` is set. */
  readonly includeCancelled: boolean;
  /** Only orders that are neither completed nor cancelled. */
  readonly isOpen: boolean;
  /** Texts that the order must contain, from `parseRecordSearch`. Empty for no search. */
  readonly texts: readonly string[] | null;
}
/** A request for a page of the order list. */
export interface OrderPageRequest extends OrderFilter, PageRequest {
  readonly newestFirst: boolean;
}

/** Lists the order ids of a page: open STAT orders first, then the others, each by date. */
export async function listOrderIds(db: Db, request: OrderPageRequest): Promise<IdPage> {
  const { texts } = request;
  const list = listOf(request);
  return texts?.length === 0
    ? readListPage(db, list, request, await exactCount(db, request))
    : searchListPage(db, { list, texts }, request);
}

type Conditions = Omit<OrderFilter, 'texts'>;

const EVERY_ORDER = {
  status: undefined,
  type: undefined,
  startDate: undefined,
  endDate: undefined,
  patientId: undefined,
  includeCancelled: true,
  isOpen: false,
} as const satisfies Conditions;

/** Finds the first orders that contain the texts, in the order of the list. */
export const findFirstOrderIds = (db: Db, texts: readonly string[] | null, limit: number) =>
  searchFirst(db, { list: listOf({ ...EVERY_ORDER, newestFirst: true }), texts }, limit);

function listOf(filter: Conditions & Pick<OrderPageRequest, 'newestFirst'>): List {
  const [first, ...others] = groupsOf(filter).flatMap((group) => {
    const matching = conditions(group);
    return [
      sql`medical_orders where leads = true and ${matching}`,
      sql`medical_orders where leads = false and ${matching}`,
    ];
  });
  return {
    parts: [first ?? sql`medical_orders where false`, ...others],
    order: [
      { column: 'leads', descending: true, sameInPart: true },
      { column: 'order_date', descending: filter.newestFirst },
      { column: 'id', descending: filter.newestFirst },
    ],
  };
}

/** The statuses that are read apart, each along its own index: open orders are few among all of some days. */
function groupsOf(filter: Conditions): readonly Conditions[] {
  const { status, isOpen, ...others } = filter;
  if (!isOpen) return [filter];
  return openOf(status).map((one) => ({ ...others, status: one, isOpen: false }));
}

const openOf = (status: OrderStatus | undefined): readonly OrderStatus[] =>
  OPEN_STATUSES.filter((one) => status === undefined || one === status);

/** The total if it does not depend on filters without counters. */
async function exactCount(db: Db, filter: Conditions): Promise<number | undefined> {
  const { status, type, startDate, endDate, patientId, includeCancelled } = filter;
  if ([startDate, endDate, patientId].some((part) => part !== undefined)) return undefined;
  if (filter.isOpen) return countRows(db, 'medical_orders', { status: openOf(status), type });
  const shown = includeCancelled ? undefined : ORDER_STATUSES.filter((one) => one !== 'Cancelled');
  return countRows(db, 'medical_orders', { status: status ?? shown, type });
}

/** A range of order dates; without a start, from the first one. */
interface DateRange {
  readonly startDate?: string;
  readonly endDate?: string;
}

/** Counts open orders by ranges of their dates. Those without a start are what the others leave. */
export const countOpenByDate = (db: Db, ranges: readonly DateRange[]): Promise<number[]> =>
  countParts(
    db,
    'medical_orders',
    { status: OPEN_STATUSES },
    ranges.map(({ startDate, endDate = 'infinity' }) =>
      startDate === undefined
        ? null
        : sql<number>`(select count(*) from unnest(${OPEN_STATUSES}::text[]) open (status), (values (true), (false)) first (leads), medical_orders o
            where o.status = open.status and o.leads = first.leads and o.order_date between ${startDate}::date and ${endDate}::date)`,
    ),
  );

/** The orders of a filter. */
export const ordersOf = (filter: OrderFilter) =>
  sql`medical_orders where ${conditions(filter)} and ${containsTexts(filter.texts)}`;

function conditions(filter: Conditions) {
  const { status, type, startDate, endDate, patientId, includeCancelled, isOpen } = filter;
  return sql.join(
    [
      sql`true`,
      ...(patientId === undefined ? [] : [sql`patient_id = ${patientId}`]),
      ...(status === undefined ? [] : [sql`status = ${status}`]),
      ...(isOpen ? [sql`status = any(${OPEN_STATUSES}::text[])`] : []),
      ...(status !== undefined || includeCancelled ? [] : [sql`status <> 'Cancelled'`]),
      ...(type === undefined ? [] : [sql`type = ${type}`]),
      ...(startDate === undefined ? [] : [sql`order_date >= ${startDate}`]),
      ...(endDate === undefined ? [] : [sql`order_date <= ${endDate}`]),
    ],
    sql` and `,
  );
}
