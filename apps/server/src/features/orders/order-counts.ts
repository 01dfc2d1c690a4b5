import type { OrderStatus } from '@portal/domain/order-status';
import type { OrderType } from '@portal/domain/order';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** Which orders are counted; nothing told means all. */
export interface OrderCountFilter {
  readonly status?: OrderStatus | undefined;
  readonly notStatus?: OrderStatus | undefined;
  readonly type?: OrderType | undefined;
}

/** The number of orders from the counters that the database keeps with every change: exact, without counting. */
export async function countOrders(db: Db, { status, notStatus, type }: OrderCountFilter): Promise<number> {
  let query = db.selectFrom('order_counts').select(sql<number>`coalesce(sum(orders), 0)::int`.as('orders'));
  if (status !== undefined) query = query.where('status', '=', status);
  if (notStatus !== undefined) query = query.where('status', '<>', notStatus);
  if (type !== undefined) query = query.where('type', '=', type);
  return (await query.executeTakeFirstOrThrow()).orders;
}
