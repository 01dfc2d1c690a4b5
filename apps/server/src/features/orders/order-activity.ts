import type { ActivityEvent } from '@portal/domain/activity-event';
import type { Tx } from '#request/transaction.ts';
import type { ActivityInput } from '#live/activity-store.ts';

/** Adds a live feed entry with the order number, never the patient or the diagnosis. */
export function addOrderActivity(
  tx: Tx,
  order: { readonly id: string; readonly orderNumber: string; readonly isStat: boolean },
  event: ActivityEvent,
  happened: string,
  color: ActivityInput['color'],
): void {
  tx.activity({
    event,
    description: `${order.isStat ? 'STAT order' : 'Order'} ${order.orderNumber} ${happened}`,
    icon: 'Assignment',
    color,
    entityType: 'MedicalOrder',
    entityId: order.id,
    requiredPermission: 'Order.View',
  });
}
