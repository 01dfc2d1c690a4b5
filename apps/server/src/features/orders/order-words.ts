import { isOpen, ORDER_STATUS_LABELS, type OrderStatus } from '@portal/domain/order-status';

/** Why an order that is completed or cancelled stays as it is. */
export const closedMessage = (status: OrderStatus): string =>
  `This order is ${ORDER_STATUS_LABELS[status].toLowerCase()} and can no longer be changed.`;

/** Why an order does not go from the one status to the other. */
export function refusedStep(from: OrderStatus, to: OrderStatus): string {
  if (from === to) return `This order is already ${ORDER_STATUS_LABELS[to].toLowerCase()}.`;
  if (!isOpen(from)) return closedMessage(from);
  return `An order that is ${ORDER_STATUS_LABELS[from].toLowerCase()} cannot go back to ${ORDER_STATUS_LABELS[to].toLowerCase()}.`;
}
