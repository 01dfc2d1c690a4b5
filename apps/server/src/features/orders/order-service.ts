import { foreignDetailErrors, type Order, orderCreate, orderUpdate } from '@portal/contract/orders';
import { todayIn } from '@portal/domain/date';
import { orderNumber } from '@portal/domain/order';
import { isOpen } from '@portal/domain/order-status';
import { changedValues } from '#audit/audit-entry.ts';
import { recordRead } from '#request/record-read.ts';
import type { Db } from '#db/database.ts';
import { inTransaction } from '#request/transaction.ts';
import { AppError, fieldError, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { checkVersion } from '#request/versions.ts';
import { withChange } from '#request/with-change.ts';
import { operation } from '#http/operation.ts';
import { requireBorn, requirePatient } from '#features/patients/index.ts';
import { requireLocation } from '#features/offices/index.ts';
import { requireProvider } from '#features/users/index.ts';
import { addOrderActivity } from './order-activity.ts';
import {
  findActiveCodes,
  findOrder,
  listSteps,
  insertOrder,
  insertStep,
  lockOrder,
  reserveOrderNumber,
  orderColumns,
  updateOrder,
  valuesOf,
  type OrderValues,
} from './order-repo.ts';
import { closedMessage } from './order-errors.ts';
import { presentOrder } from './order-view.ts';

/** Returns an order with its history. Throws NOT_FOUND. */
export async function readOrder(db: Db, id: string): Promise<Order> {
  const row = await findOrder(db, id);
  if (row === undefined) throw notFound('This order does not exist.');
  return presentOrder(row, await listSteps(db, id));
}

/** Audits the view of an order. */
export async function getOrder(context: SignedInContext, order: Order): Promise<Order> {
  await recordRead(context, {
    action: 'Viewed',
    entityType: 'MedicalOrder',
    entityId: order.id,
    patientId: order.patient.id,
  });
  return order;
}

/**
 * Creates a Pending order with the next number of the practice's year. Throws VALIDATION for an unknown or deactivated
 * patient, an ordering user who is not an active provider, a date in the future or before the patient's birth, and unknown or inactive
 * codes and offices of a procedure.
 */
export const createOrder = operation(orderCreate, async (context, { body }) => {
  const { now, user } = context;
  const { patientId, ...fields } = body;
  return inTransaction(context, async (tx) => {
    const patient = await requirePatient(tx.db, patientId);
    await requireProvider(tx.db, fields.orderedByUserId, 'orderedByUserId');
    requirePastDate(context, fields.orderDate);
    await requireBornByOrder(tx.db, patient.id, fields.orderDate);
    await requireProcedureParts(context, tx.db, fields);
    const year = Number(todayIn(context.deps.config.practice.timeZone, now).slice(0, 4));
    const { count, id } = await reserveOrderNumber(tx.db, year);
    const number = orderNumber(year, count);
    await insertOrder(tx.db, {
      ...orderColumns(fields),
      id,
      order_number: number,
      patient_id: patient.id,
      created_by: user.id,
      created_at: now,
      updated_at: now,
    });
    await insertStep(tx.db, id, { from: null, to: 'Pending', by: user.id, note: null }, now);
    tx.audit({
      action: 'Created',
      entityType: 'MedicalOrder',
      entityId: id,
      patientId: patient.id,
      newValues: { orderNumber: number, status: 'Pending', ...valuesOf(fields) },
    });
    addOrderActivity(
      tx,
      { id, orderNumber: number, isStat: fields.isStat },
      'order.created',
      'was created',
      fields.isStat ? 'error' : 'info',
    );
    return readOrder(tx.db, id);
  });
});

/**
 * Updates an open order; patient, number and status cannot change. Throws NOT_FOUND, STALE, CONFLICT with the current
 * order if it is completed or cancelled, and VALIDATION like `createOrder`. Provider, date, codes and office are checked only if changed.
 */
export const changeOrder = operation(orderUpdate, async (context, { params: { id }, body }) => {
  const { version, patientId, ...sent } = body;
  return inTransaction(context, async (tx) => {
    if ((await lockOrder(tx.db, id)) === undefined) throw notFound('This order does not exist.');
    const current = await readOrder(tx.db, id);
    // Checked before the version: this reason is more specific than "the order has changed".
    if (!isOpen(current.status))
      throw new AppError('CONFLICT', { message: closedMessage(current.status), current });
    checkVersion(context, version, current);
    if (patientId !== undefined && patientId !== current.patient.id)
      throw fieldError(
        'patientId',
        'The patient on an order cannot be changed. Cancel this order and create a new one.',
      );
    const before = valuesOf({ ...current, orderedByUserId: current.orderedByUser.id });
    const fields = withChange(before, sent);
    const errors = foreignDetailErrors(fields);
    if (Object.keys(errors).length > 0) throw new AppError('VALIDATION', { errors });
    if (fields.orderedByUserId !== before.orderedByUserId)
      await requireProvider(tx.db, fields.orderedByUserId, 'orderedByUserId');
    if (fields.orderDate !== current.orderDate) {
      requirePastDate(context, fields.orderDate);
      await requireBornByOrder(tx.db, current.patient.id, fields.orderDate);
    }
    await requireProcedureParts(context, tx.db, fields, before);
    if (!(await updateOrder(tx.db, id, orderColumns(fields), context.now)))
      throw new AppError('CONFLICT', { message: closedMessage(current.status), current });
    tx.audit({
      action: 'Updated',
      entityType: 'MedicalOrder',
      entityId: id,
      patientId: current.patient.id,
      ...changedValues(before, fields),
    });
    addOrderActivity(tx, { ...current, isStat: fields.isStat }, 'order.updated', 'was updated', 'info');
    return readOrder(tx.db, id);
  });
});

/** Throws VALIDATION if the order date is after the current date in the practice's time zone. */
function requirePastDate({ now, deps }: SignedInContext, orderDate: string): void {
  if (orderDate > todayIn(deps.config.practice.timeZone, now))
    throw fieldError('orderDate', 'Order date cannot be in the future');
}

const requireBornByOrder = (db: Db, patientId: string, day: string): Promise<void> =>
  requireBorn(db, patientId, { field: 'orderDate', label: 'Order date', day });

/** Throws VALIDATION for codes and an office that cannot be chosen now, unless the order had them before. */
async function requireProcedureParts(
  context: SignedInContext,
  db: Db,
  { codes, locationId }: OrderValues,
  before?: OrderValues,
): Promise<void> {
  if (locationId !== null && locationId !== before?.locationId)
    await requireLocation(context, db, locationId, 'locationId');
  const added = codes.filter((code) => before?.codes.includes(code) !== true);
  const active = await findActiveCodes(db, added);
  const refused = added.filter((code) => !active.includes(code));
  if (refused.length > 0)
    throw fieldError('codes', `These are no active procedure codes: ${refused.join(', ')}`);
}
