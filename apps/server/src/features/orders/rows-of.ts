import type { OrderRow } from '@portal/contract/orders';
import type { Db } from '#db/database.ts';
import { findOrderRows } from './order-repo.ts';
import { presentRow } from './order-view.ts';

/** Returns the list rows of these orders, in this order. Missing ones are left out. The caller records the read. */
export async function orderRowsOf(db: Db, ids: readonly string[]): Promise<OrderRow[]> {
  return (await findOrderRows(db, ids)).map((row) => presentRow(row));
}
