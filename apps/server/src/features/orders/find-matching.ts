import type { OrderRow } from '@portal/contract/orders';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { containsWords } from '#db/folded-text.ts';
import { findOrderRows } from './order-repo.ts';
import { presentRow } from './order-view.ts';

/** Returns the first orders that a search finds. The caller records the read. */
export async function findMatchingOrders(db: Db, search: string, limit: number): Promise<OrderRow[]> {
  const searched = sql`concat_ws(' ', o.order_number, p.first_name, p.last_name, o.diagnosis)`;
  const { rows } = await sql<{ id: string }>`
    select o.id from medical_orders o join patients p on p.id = o.patient_id
    where ${containsWords(searched, search)} order by o.order_date desc, o.id desc limit ${limit}`.execute(
    db,
  );
  return (
    await findOrderRows(
      db,
      rows.map(({ id }) => id),
    )
  ).map((row) => presentRow(row));
}
