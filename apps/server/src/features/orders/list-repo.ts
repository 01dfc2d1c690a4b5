import { clampPage, EXACT_COUNT_LIMIT } from '@portal/domain/list';
import type { OrderType } from '@portal/domain/order';
import { isOpen, type OrderStatus } from '@portal/domain/order-status';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/database.ts';
import { countOrders } from './order-counts.ts';

/** Filters of the order list. Dates are YYYY-MM-DD and inclusive. */
export interface OrderFilter {
  readonly status: OrderStatus | undefined;
  readonly type: OrderType | undefined;
  readonly startDate: string | undefined;
  readonly endDate: string | undefined;
  readonly patientId: string | undefined;
  /** Also includes cancelled orders; ignored if `status` is set. */
  readonly includeCancelled: boolean;
}
/** A request for a page of the order list. */
export interface OrderPageRequest extends OrderFilter {
  readonly newestFirst: boolean;
  /** 1-based; a page past the end returns the last page. */
  readonly page: number;
  readonly pageSize: number;
}
/** A page of sorted order ids. Filters by date or patient report at most 10,001, marked approximate (docs/decisions/0004). */
export interface OrderIdPage {
  readonly ids: readonly string[];
  readonly totalCount: number;
  readonly totalCountIsApproximate: boolean;
}

/**
 * Lists the order ids of a page: open STAT orders first, then the others, each by date. Each part is read from its own
 * index, starting at the nearer end, so the last page is as fast as the first.
 */
export async function listOrderIds(db: Db, request: OrderPageRequest): Promise<OrderIdPage> {
  const [total, leading] = await Promise.all([countMatches(db, request), countLeading(db, request)]);
  const { offset, pageSize } = clampPage({
    ...request,
    totalCount: total.isApproximate ? undefined : total.count,
  });
  const first = Math.min(pageSize, Math.max(0, leading - offset));
  const others = { offset: Math.max(0, offset - leading), rows: pageSize - first };
  const othersTotal = total.isApproximate ? undefined : Math.max(0, total.count - leading);
  const ids = [
    ...(first > 0 ? await readIds(db, request, true, { offset, rows: first }, leading) : []),
    ...(others.rows > 0 ? await readIds(db, request, false, others, othersTotal) : []),
  ];
  return { ids, totalCount: total.count, totalCountIsApproximate: total.isApproximate };
}

/** Reads a slice of one part. If the part's size is known, slices in its second half are read from the end. */
async function readIds(
  db: Db,
  request: OrderPageRequest,
  leads: boolean,
  slice: { readonly offset: number; readonly rows: number },
  total: number | undefined,
): Promise<string[]> {
  const rows = total === undefined ? slice.rows : Math.min(slice.rows, total - slice.offset);
  if (rows <= 0) return [];
  const fromEnd = total === undefined ? slice.offset : total - slice.offset - rows;
  const backwards = fromEnd < slice.offset;
  const direction = request.newestFirst === backwards ? sql`asc` : sql`desc`;
  const result = await sql<{ id: string }>`
    select id from medical_orders
    where leads = ${leads ? sql`true` : sql`false`} and ${conditions(request)}
    order by order_date ${direction}, id ${direction}
    offset ${backwards ? fromEnd : slice.offset} limit ${rows}`.execute(db);
  const ids = result.rows.map(({ id }) => id);
  return backwards ? ids.toReversed() : ids;
}

async function countMatches(
  db: Db,
  filter: OrderFilter,
): Promise<{ readonly count: number; readonly isApproximate: boolean }> {
  const { status, type, startDate, endDate, patientId, includeCancelled } = filter;
  if (startDate === undefined && endDate === undefined && patientId === undefined) {
    const notStatus = status === undefined && !includeCancelled ? 'Cancelled' : undefined;
    return { count: await countOrders(db, { status, notStatus, type }), isApproximate: false };
  }
  const result = await sql<{ count: number }>`
    select count(*)::int as count
    from (select from medical_orders where ${conditions(filter)} limit ${EXACT_COUNT_LIMIT + 1}) as matches`.execute(
    db,
  );
  const count = result.rows[0]?.count ?? 0;
  return { count, isApproximate: count > EXACT_COUNT_LIMIT };
}

/** Counts the matching open STAT orders, which lead the list. There are always few. */
async function countLeading(db: Db, filter: OrderFilter): Promise<number> {
  if (filter.status !== undefined && !isOpen(filter.status)) return 0;
  const result = await sql<{ count: number }>`
    select count(*)::int as count from medical_orders where leads and ${conditions(filter)}`.execute(db);
  return result.rows[0]?.count ?? 0;
}

function conditions(filter: OrderFilter): RawBuilder<unknown> {
  const { status, type, startDate, endDate, patientId, includeCancelled } = filter;
  const all = [
    ...(patientId === undefined ? [] : [sql`patient_id = ${patientId}`]),
    ...(status === undefined ? [] : [sql`status = ${status}`]),
    ...(status !== undefined || includeCancelled ? [] : [sql`status <> 'Cancelled'`]),
    ...(type === undefined ? [] : [sql`type = ${type}`]),
    ...(startDate === undefined ? [] : [sql`order_date >= ${startDate}`]),
    ...(endDate === undefined ? [] : [sql`order_date <= ${endDate}`]),
  ];
  return all.length === 0 ? sql`true` : sql.join(all, sql` and `);
}
