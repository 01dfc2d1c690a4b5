import type { BodyOf } from '@portal/contract/endpoint';
import type { Order, orderCancel, orderStatusChange } from '@portal/contract/orders';
import { mayChangeStatus, type OrderStatus } from '@portal/domain/order-status';
import { inTransaction } from '#request/transaction.ts';
import { AppError, notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { checkVersion } from '#request/versions.ts';
import type { ActivityInput } from '#live/activity-store.ts';
import { addOrderActivity } from './order-activity.ts';
import { lockOrder, updateOrderStatus } from './order-repo.ts';
import { readOrder } from './order-service.ts';
import { statusErrorMessage } from './order-errors.ts';

/** Event, text and color of the live feed entry for each status change. */
const EVENTS: Readonly<
  Record<Exclude<OrderStatus, 'Pending'>, readonly [ActivityInput['event'], string, ActivityInput['color']]>
> = {
  Scheduled: ['order.scheduled', 'was scheduled', 'info'],
  InProgress: ['order.in_progress', 'is in progress', 'info'],
  Completed: ['order.completed', 'was completed', 'success'],
  Cancelled: ['order.cancelled', 'was cancelled', 'warning'],
};

/**
 * Advances an order; steps may be skipped. Throws NOT_FOUND, STALE, and CONFLICT with the current order if it already has
 * the status, would go back, or is completed or cancelled.
 */
export function advanceOrder(
  context: SignedInContext,
  id: string,
  { status, note, version }: BodyOf<typeof orderStatusChange>,
): Promise<Order> {
  return step(context, id, { to: status, note, version });
}

/** Cancels an order that is not completed. Throws like `advanceOrder`. */
export function cancelOrder(
  context: SignedInContext,
  id: string,
  { reason, version }: BodyOf<typeof orderCancel>,
): Promise<Order> {
  return step(context, id, { to: 'Cancelled', note: reason, version });
}

interface Step {
  readonly to: Exclude<OrderStatus, 'Pending'>;
  readonly note: string | null;
  readonly version: number | undefined;
}

/** Changes the status. The row lock and the `from` status in the statement let only one of several concurrent changes win. */
function step(context: SignedInContext, id: string, { to, note, version }: Step): Promise<Order> {
  return inTransaction(context, async (tx) => {
    if ((await lockOrder(tx.db, id)) === undefined) throw notFound('This order does not exist.');
    const current = await readOrder(tx.db, id);
    const { status: from } = current;
    // Checked before the version: this reason is more specific than "the order has changed".
    if (!mayChangeStatus(from, to))
      throw new AppError('CONFLICT', { message: statusErrorMessage(from, to), current });
    checkVersion(context, version, current);
    if (!(await updateOrderStatus(tx.db, { id, from, to, by: context.user.id, note }, context.now)))
      throw new AppError('CONFLICT', { current });
    tx.audit({
      action: to === 'Cancelled' ? 'Deleted' : 'Updated',
      entityType: 'MedicalOrder',
      entityId: id,
      patientId: current.patient.id,
      reason: note,
      oldValues: { status: from },
      newValues: { status: to },
    });
    addOrderActivity(tx, current, ...EVENTS[to]);
    return readOrder(tx.db, id);
  });
}
