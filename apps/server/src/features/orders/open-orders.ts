import type { OrderRow } from '@portal/contract/orders';
import type { Db } from '#db/database.ts';
import type { IdPage, Total } from '#db/list-page.ts';
import { listOpenIdsOfPatient, listUrgentIds, type UrgentOrders } from './open-orders-repo.ts';
import { orderRowsOf } from './order-list.ts';

/** The first orders of a list with the number of all. */
type Orders = Total & { readonly rows: OrderRow[] };

/** Lists a user's first STAT and overdue orders. The caller records the read. */
export const listUrgentOrders = async (db: Db, which: UrgentOrders, pageSize: number): Promise<Orders> =>
  withRows(db, await listUrgentIds(db, which, pageSize));

/** Lists a patient's first open orders. The caller records the read. */
export const listOpenOrders = async (db: Db, patientId: string, pageSize: number): Promise<Orders> =>
  withRows(db, await listOpenIdsOfPatient(db, patientId, pageSize));

const withRows = async (db: Db, { ids, ...totals }: IdPage): Promise<Orders> => ({
  rows: await orderRowsOf(db, ids),
  ...totals,
});
