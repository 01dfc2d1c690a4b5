import type { BodyOf } from '@portal/contract/endpoint';
import { orderAges, type orderExport, orderList, type OrderRow } from '@portal/contract/orders';
import { dayIn, todayIn } from '@portal/domain/date';
import { parseRecordSearch } from '@portal/domain/record-search';
import { AGES, ageRange } from '@portal/domain/waiting-age';
import type { Db } from '#db/database.ts';
import { recordRead } from '#request/record-read.ts';
import { fieldError } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { operation } from '#http/operation.ts';
import { countOpenByDate, findFirstOrderIds, listOrderIds, type OrderFilter } from './list-repo.ts';
import { findOrderRows } from './order-repo.ts';
import { presentRow } from './order-view.ts';

/**
 * Lists a page of orders, newest first by default, and audits which orders and patients were shown, but never the search
 * text, because it is health data itself. Throws VALIDATION if the date range ends before it starts.
 */
export const getOrders = operation(orderList, async (context, { query }) => {
  const { db } = context.deps;
  const { ids, ...totals } = await listOrderIds(db, {
    ...orderFilter(context, query),
    newestFirst: query.sortDirection !== 'asc',
    page: query.page,
    pageSize: query.pageSize,
  });
  const data = await orderRowsOf(db, ids);
  await recordRead(context, {
    action: 'Accessed',
    entityType: 'MedicalOrder',
    entityId: null,
    patientId: query.patientId ?? null,
    newValues: { orderIds: ids, patientIds: [...new Set(data.map(({ patient }) => patient.id))] },
  });
  return { data, ...totals };
});

/** Counts open orders by their date. */
export const getOrderAges = operation(orderAges, async ({ deps, now }) => {
  const today = todayIn(deps.config.practice.timeZone, now);
  const ages = AGES.map((age) => ({ age, ...ageRange(age, today) }));
  const counts = await countOpenByDate(deps.db, ages);
  return ages.map((range, index) => ({ ...range, count: counts[index] ?? 0 }));
});

/** Returns the list rows of these orders, in this order. Missing ones are left out. The caller records the read. */
export const orderRowsOf = async (db: Db, ids: readonly string[]): Promise<OrderRow[]> =>
  (await findOrderRows(db, ids)).map((row) => presentRow(row));

/** Returns the first orders that a search finds, also cancelled ones. The caller records the read. */
export const findMatchingOrders = async (db: Db, search: string, limit: number): Promise<OrderRow[]> =>
  orderRowsOf(db, await findFirstOrderIds(db, parseRecordSearch(search), limit));

/** The filter with its dates in the practice's time zone. Throws VALIDATION if the range ends before it starts. */
export function orderFilter(
  { deps }: SignedInContext,
  { status, type, patientId, includeCancelled, open, search, ...range }: BodyOf<typeof orderExport>,
): OrderFilter {
  const day = (text: string | undefined) =>
    text === undefined ? undefined : dayIn(deps.config.practice.timeZone, text);
  const [startDate, endDate] = [day(range.startDate), day(range.endDate)];
  if (startDate !== undefined && endDate !== undefined && endDate < startDate)
    throw fieldError('endDate', 'The end date is before the start date');
  return {
    status,
    type,
    startDate,
    endDate,
    patientId,
    includeCancelled,
    isOpen: open,
    texts: parseRecordSearch(search),
  };
}
