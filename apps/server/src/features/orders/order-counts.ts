import type { OrderStatus } from '@portal/domain/order-status';
import type { OrderType } from '@portal/domain/order';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** Which orders to count; all if empty. */
export interface OrderCountFilter {
  readonly status?: OrderStatus | undefined;
  readonly notStatus?: OrderStatus | undefined;
  readonly type?: OrderType | undefined;
}

/** Returns the exact number of orders, from counters that the database maintains. */
export async function countOrders(db: Db, { status, notStatus, type }: OrderCountFilter): Promise<number> {
  let query = db.selectFrom('order_counts').select(sql<number>`coalesce(sum(orders), 0)::int`.as('orders'));
  if (status !== undefined) query = query.where('status', '=', status);
  if (notStatus !== undefined) query = query.where('status', '<>', notStatus);
  if (type !== undefined) query = query.where('type', '=', type);
  return (await query.executeTakeFirstOrThrow()).orders;
}
