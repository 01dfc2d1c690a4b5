import type { Tx } from '#request/transaction.ts';
import type { ActivityInput } from '#live/activity-store.ts';

/** Tells the live feed: the order's number, never whose it is or what for. */
export function announce(
  tx: Tx,
  order: { readonly id: string; readonly orderNumber: string; readonly isStat: boolean },
  happened: string,
  color: ActivityInput['color'],
): void {
  tx.activity({
    description: `${order.isStat ? 'STAT order' : 'Order'} ${order.orderNumber} ${happened}`,
    icon: 'Assignment',
    color,
    entityType: 'MedicalOrder',
    entityId: order.id,
    requiredPermission: 'Order.View',
  });
}
