import { orderValues } from '@portal/domain/template/order-values';
import type { SourceValues } from '@portal/domain/template/source-values';
import type { Db } from '#db/database.ts';

/** The patient of an order; undefined if there is no such order. */
export async function findOrderPatient(db: Db, orderId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('medical_orders')
    .select('patient_id')
    .where('id', '=', orderId)
    .executeTakeFirst();
  return row?.patient_id;
}

/** What notes take from their order: the values of the sources `order.side`, `order.levels`, `order.codes`, and `order.place`. */
export async function orderSources(db: Db, orderId: string): Promise<SourceValues> {
  const row = await db
    .selectFrom('medical_orders as o')
    .leftJoin('offices as l', (join) =>
      join.onRef('l.id', '=', 'o.location_id').on('l.super_admin_only', '=', false),
    )
    .select(['o.side', 'o.levels', 'o.codes', 'l.name as locationName'])
    .where('o.id', '=', orderId)
    .executeTakeFirst();
  return row === undefined ? {} : orderValues(row);
}
