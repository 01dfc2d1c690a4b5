import { ORDER_STATUSES, type OrderStatus } from '@portal/domain/order-status';
import type { OrderType } from '@portal/domain/order';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { readListPage, type IdPage, type PageRequest } from '#db/list-page.ts';
import { countRows } from '#db/row-counts.ts';

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
export interface OrderPageRequest extends OrderFilter, PageRequest {
  readonly newestFirst: boolean;
}

/** Lists the order ids of a page: open STAT orders first, then the others, each by date. */
export async function listOrderIds(db: Db, request: OrderPageRequest): Promise<IdPage> {
  const matching = conditions(request);
  return readListPage(
    db,
    {
      parts: [
        sql`medical_orders where leads = true and ${matching}`,
        sql`medical_orders where leads = false and ${matching}`,
      ],
      order: [
        { column: 'leads', descending: true, sameInPart: true },
        { column: 'order_date', descending: request.newestFirst },
        { column: 'id', descending: request.newestFirst },
      ],
    },
    request,
    await exactCount(db, request),
  );
}

/** The total if it does not depend on filters without counters. */
async function exactCount(db: Db, filter: OrderFilter): Promise<number | undefined> {
  const { status, type, startDate, endDate, patientId, includeCancelled } = filter;
  if ([startDate, endDate, patientId].some((part) => part !== undefined)) return undefined;
  const shown = includeCancelled ? undefined : ORDER_STATUSES.filter((one) => one !== 'Cancelled');
  return countRows(db, 'medical_orders', { status: status ?? shown, type });
}

function conditions(filter: OrderFilter) {
  const { status, type, startDate, endDate, patientId, includeCancelled } = filter;
  return sql.join(
    [
      sql`true`,
      ...(patientId === undefined ? [] : [sql`patient_id = ${patientId}`]),
      ...(status === undefined ? [] : [sql`status = ${status}`]),
      ...(status !== undefined || includeCancelled ? [] : [sql`status <> 'Cancelled'`]),
      ...(type === undefined ? [] : [sql`type = ${type}`]),
      ...(startDate === undefined ? [] : [sql`order_date >= ${startDate}`]),
      ...(endDate === undefined ? [] : [sql`order_date <= ${endDate}`]),
    ],
    sql` and `,
  );
}
