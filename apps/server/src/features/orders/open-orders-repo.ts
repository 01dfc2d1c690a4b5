import { OPEN_STATUSES } from '@portal/domain/order-status';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/database.ts';
import { countUpTo, readListPage, type IdPage } from '#db/list-page.ts';

/** Literals, so that the planner recognizes the partial indexes. */
const OPEN = sql.raw(`status in (${OPEN_STATUSES.map((status) => `'${status}'`).join(', ')})`);

type Parts = [RawBuilder<unknown>, ...RawBuilder<unknown>[]];

const firstOf = (db: Db, parts: Parts, pageSize: number, newestFirst: boolean): Promise<IdPage> =>
  readListPage(
    db,
    {
      parts,
      order: [
        { column: 'leads', descending: true, sameInPart: true },
        { column: 'order_date', descending: newestFirst },
        { column: 'id', descending: newestFirst },
      ],
    },
    { page: 1, pageSize },
  );

/** Which orders of a user need attention. */
export interface UrgentOrders {
  /** Who ordered or entered them. */
  readonly userId: string;
  /** Open orders are overdue up to this order date. */
  readonly overdueUpTo: string;
}

/** Open orders that a user ordered or entered and that are STAT or overdue; disjoint. */
function urgentParts({ userId, overdueUpTo }: UrgentOrders): Parts {
  const ordered = sql`medical_orders where ordered_by = ${userId} and ${OPEN}`;
  const entered = sql`medical_orders where created_by = ${userId} and ordered_by <> ${userId} and ${OPEN}`;
  const overdue = sql`leads = false and order_date <= ${overdueUpTo}`;
  return [
    sql`${ordered} and leads = true`,
    sql`${ordered} and ${overdue}`,
    sql`${entered} and leads = true`,
    sql`${entered} and ${overdue}`,
  ];
}

/** Lists the first ones, STAT before overdue, oldest first. */
export const listUrgentIds = (db: Db, which: UrgentOrders, pageSize: number): Promise<IdPage> =>
  firstOf(db, urgentParts(which), pageSize, false);

/** Counts them up to a limit. */
export async function countUrgent(db: Db, which: UrgentOrders, limit: number): Promise<number> {
  return (await countUpTo(db, urgentParts(which), limit - 1)).totalCount;
}

/** Lists a patient's first open orders, STAT first, then newest. */
export function listOpenIdsOfPatient(db: Db, patientId: string, pageSize: number): Promise<IdPage> {
  const open = sql`medical_orders where patient_id = ${patientId} and ${OPEN}`;
  return firstOf(db, [sql`${open} and leads = true`, sql`${open} and leads = false`], pageSize, true);
}
