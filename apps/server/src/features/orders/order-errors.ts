import { isOpen, ORDER_STATUS_LABELS, type OrderStatus } from '@portal/domain/order-status';

/** Error message for changing a completed or cancelled order. */
export const closedMessage = (status: OrderStatus): string =>
  `This order is ${ORDER_STATUS_LABELS[status].toLowerCase()} and can no longer be changed.`;

/** Error message for a status change that is not allowed. */
export function statusErrorMessage(from: OrderStatus, to: OrderStatus): string {
  if (from === to) return `This order is already ${ORDER_STATUS_LABELS[to].toLowerCase()}.`;
  if (!isOpen(from)) return closedMessage(from);
  return `An order that is ${ORDER_STATUS_LABELS[from].toLowerCase()} cannot go back to ${ORDER_STATUS_LABELS[to].toLowerCase()}.`;
}
