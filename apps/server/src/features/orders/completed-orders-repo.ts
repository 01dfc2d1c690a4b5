import type { OrderType } from '@portal/domain/order';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** A completed order; its date of completion is YYYY-MM-DD in the practice's time zone. */
export interface CompletedOrder {
  readonly id: string;
  readonly type: OrderType;
  readonly patientId: string;
  readonly completedDate: string;
}

/** Lists the orders that were completed in a range of days, of all providers or one. */
export async function listCompletedOrders(
  db: Db,
  zone: string,
  range: { readonly startDate: string; readonly endDate: string },
  providerId: string | undefined,
): Promise<CompletedOrder[]> {
  const { rows } = await sql<CompletedOrder>`
    select o.id, o.type, o.patient_id as "patientId", (s.changed_at at time zone ${zone})::date as "completedDate"
    from order_steps s join medical_orders o on o.id = s.order_id
    where s.to_status = 'Completed'
      and s.changed_at >= ${range.startDate}::date::timestamp at time zone ${zone}
      and s.changed_at < (${range.endDate}::date + 1)::timestamp at time zone ${zone}
      ${providerId === undefined ? sql`` : sql`and o.ordered_by = ${providerId}`}
    order by s.changed_at, o.id`.execute(db);
  return rows;
}
