import type { BodyOf } from '@portal/contract/endpoint';
import { orderFields, type orderCreate } from '@portal/contract/orders';
import { namesOf } from '@portal/contract/record';
import { OPEN_STATUSES, type OrderStatus } from '@portal/domain/order-status';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { Db } from '#db/database.ts';
import { anyId } from '#db/any-id.ts';
import { namedColumns } from '#db/record-table.ts';
import { SHARED } from '#db/statement-marks.ts';
import type { MedicalOrdersTable, OrderStepsTable } from '#db/schema.ts';
import { PATIENT_COLUMNS } from '#request/patient-of-row.ts';

/** The columns of a list row, with patient and provider names. */
const ROW_COLUMNS = [
  'o.id',
  'o.order_number',
  'o.type',
  'o.is_procedure',
  'o.status',
  'o.priority',
  'o.is_stat',
  'o.diagnosis',
  'o.order_date',
  'o.ordered_by',
  'o.created_at',
  'o.version',
  'o.patient_id',
  ...PATIENT_COLUMNS,
  'u.first_name as provider_first_name',
  'u.last_name as provider_last_name',
] as const;
const DETAIL_COLUMNS = [
  'o.body_part',
  'o.side',
  'o.contrast',
  'o.specialist',
  'o.levels',
  'o.codes',
  'o.location_id',
  'l.name as location_name',
  'o.instructions',
  'o.created_by',
  'o.updated_at',
  'c.first_name as creator_first_name',
  'c.last_name as creator_last_name',
] as const;

const rows = (db: Db) =>
  db
    .selectFrom('medical_orders as o')
    .innerJoin('patients as p', 'p.id', 'o.patient_id')
    .innerJoin('users as u', 'u.id', 'o.ordered_by')
    .select(ROW_COLUMNS);
const records = (db: Db) =>
  rows(db)
    .innerJoin('users as c', 'c.id', 'o.created_by')
    // The names of offices for SuperAdmins only are not shown to others, so they are shown to nobody here.
    .leftJoin('offices as l', (join) =>
      join.onRef('l.id', '=', 'o.location_id').on('l.super_admin_only', '=', false),
    )
    .select(DETAIL_COLUMNS);

export type OrderListRow = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>;
export type OrderRecordRow = Awaited<ReturnType<ReturnType<typeof records>['executeTakeFirstOrThrow']>>;
export type OrderStepRow = Omit<Selectable<OrderStepsTable>, 'order_id'> & {
  readonly first_name: string;
  readonly last_name: string;
};

/** Finds the list rows of these orders, in the order of `ids`. */
export async function findOrderRows(db: Db, ids: readonly string[]): Promise<OrderListRow[]> {
  if (ids.length === 0) return [];
  const found = await rows(db).where('o.id', '=', anyId(ids)).modifyEnd(SHARED).execute();
  const byId = new Map(found.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Finds an order by id. */
export function findOrder(db: Db, id: string): Promise<OrderRecordRow | undefined> {
  return records(db).where('o.id', '=', id).modifyEnd(SHARED).executeTakeFirst();
}

/** Finds complete orders in the order of `ids`, for exports. */
export async function findOrders(db: Db, ids: readonly string[]): Promise<OrderRecordRow[]> {
  const found = await records(db).where('o.id', '=', anyId(ids)).modifyEnd(SHARED).execute();
  const byId = new Map(found.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Like `findOrder`, but locks the row until the transaction ends. */
export async function lockOrder(db: Db, id: string): Promise<OrderRecordRow | undefined> {
  await db.selectFrom('medical_orders').select('id').where('id', '=', id).forUpdate().execute();
  return findOrder(db, id);
}

/** Lists the status history of an order, oldest first. */
export function listSteps(db: Db, orderId: string): Promise<OrderStepRow[]> {
  return db
    .selectFrom('order_steps as s')
    .innerJoin('users as u', 'u.id', 's.changed_by')
    .select([
      's.id',
      's.from_status',
      's.to_status',
      's.changed_at',
      's.changed_by',
      's.note',
      'u.first_name',
      'u.last_name',
    ])
    .where('s.order_id', '=', orderId)
    .orderBy('s.changed_at')
    .orderBy('s.id')
    .execute();
}

/** Reserves the next number of the year and an id. Concurrent calls wait until the transaction ends. */
export function reserveOrderNumber(
  db: Db,
  year: number,
): Promise<{ readonly count: number; readonly id: string }> {
  return db
    .insertInto('order_numbers')
    .values({ year, last: 1 })
    .onConflict((conflict) =>
      conflict.column('year').doUpdateSet((eb) => ({ last: eb('order_numbers.last', '+', 1) })),
    )
    .returning(['last as count', sql<string>`uuidv7()`.as('id')])
    .executeTakeFirstOrThrow();
}

/** Inserts an order. */
export async function insertOrder(db: Db, values: Insertable<MedicalOrdersTable>): Promise<void> {
  await db.insertInto('medical_orders').values(values).execute();
}

const { patientId: _patientId, orderedByUserId: _orderedBy, ...own } = orderFields;
const { byColumn } = namedColumns<Omit<OrderValues, 'orderedByUserId'>>(namesOf(own));
/** The fields that the form can change; patient and number are fixed. */
export type OrderValues = Omit<BodyOf<typeof orderCreate>, 'patientId'>;
export const { valuesOf } = namedColumns<OrderValues>([...namesOf(own), 'orderedByUserId']);
export const orderColumns = (values: OrderValues) => ({
  ...byColumn(values),
  ordered_by: values.orderedByUserId,
});

/** Updates an open order. Returns false if it is not open. */
export async function updateOrder(
  db: Db,
  id: string,
  columns: ReturnType<typeof orderColumns>,
  now: Date,
): Promise<boolean> {
  const result = await db
    .updateTable('medical_orders')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .where('status', 'in', OPEN_STATUSES)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Changes the status and records the step. Returns false if the order is not in the `from` status. */
export async function updateOrderStatus(
  db: Db,
  step: {
    readonly id: string;
    readonly from: OrderStatus;
    readonly to: OrderStatus;
    readonly by: string;
    readonly note: string | null;
  },
  now: Date,
): Promise<boolean> {
  const result = await db
    .updateTable('medical_orders')
    .set((eb) => ({ status: step.to, version: eb('version', '+', 1), updated_at: now }))
    .where('id', '=', step.id)
    .where('status', '=', step.from)
    .executeTakeFirst();
  if (result.numUpdatedRows === 0n) return false;
  await insertStep(db, step.id, step, now);
  return true;
}

/** Adds an entry to the status history. */
export async function insertStep(
  db: Db,
  orderId: string,
  step: {
    readonly from: OrderStatus | null;
    readonly to: OrderStatus;
    readonly by: string;
    readonly note: string | null;
  },
  now: Date,
): Promise<void> {
  await db
    .insertInto('order_steps')
    .values({
      order_id: orderId,
      from_status: step.from,
      to_status: step.to,
      changed_at: now,
      changed_by: step.by,
      note: step.note,
    })
    .execute();
}

/** Finds those of these codes that the catalog has as active, billable procedure codes. */
export async function findActiveCodes(db: Db, codes: readonly string[]): Promise<string[]> {
  if (codes.length === 0) return [];
  const found = await db
    .selectFrom('billing_codes')
    .select('code')
    .where('code_type', '=', 'CPT')
    .where('is_active', '=', true)
    .where('code', '=', sql<string>`any(${codes}::text[])`)
    .execute();
  return found.map(({ code }) => code);
}
