import type { OrderRow } from '@portal/contract/orders';
import { parseRecordSearch } from '@portal/domain/record-search';
import type { Db } from '#db/database.ts';
import { findFirstOrderIds } from './list-repo.ts';
import { findOrderRows } from './order-repo.ts';
import { presentRow } from './order-view.ts';

/** Returns the first orders that a search finds, also cancelled ones. The caller records the read. */
export async function findMatchingOrders(db: Db, search: string, limit: number): Promise<OrderRow[]> {
  const ids = await findFirstOrderIds(db, parseRecordSearch(search), limit);
  return (await findOrderRows(db, ids)).map((row) => presentRow(row));
}
