/** The states of an order in the order they are gone through; Cancelled ends one before it is done. */
export const ORDER_STATUSES = ['Pending', 'Scheduled', 'InProgress', 'Completed', 'Cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** The same in people's words. */
export const ORDER_STATUS_LABELS: Readonly<Record<OrderStatus, string>> = {
  Pending: 'Pending',
  Scheduled: 'Scheduled',
  InProgress: 'In Progress',
  Completed: 'Completed',
  Cancelled: 'Cancelled',
};

/** Theme palette names of the status chips. */
export const ORDER_STATUS_CHIP_COLORS: Readonly<
  Record<OrderStatus, 'warning' | 'info' | 'primary' | 'success' | 'default'>
> = {
  Pending: 'warning',
  Scheduled: 'info',
  InProgress: 'primary',
  Completed: 'success',
  Cancelled: 'default',
};

/** What a status call may ask for: steps forward. Cancelling is a call of its own, with a reason. */
export const NEXT_STATUSES = ['Scheduled', 'InProgress', 'Completed'] as const;
export type NextStatus = (typeof NEXT_STATUSES)[number];

/** The states in which an order can still be edited, moved on or cancelled. */
export const OPEN_STATUSES = ['Pending', 'Scheduled', 'InProgress'] as const satisfies readonly OrderStatus[];

/** Whether the order can still be edited, moved on and cancelled: Completed and Cancelled are read-only. */
export function isOpen(status: OrderStatus): boolean {
  return OPEN_STATUSES.some((open) => open === status);
}

/** The states an order can go on to from here, nearest first: forward, steps may be skipped. */
export function nextStatuses(status: OrderStatus): NextStatus[] {
  if (!isOpen(status)) return [];
  return NEXT_STATUSES.filter((next) => ORDER_STATUSES.indexOf(next) > ORDER_STATUSES.indexOf(status));
}

/** Whether an order in the one state may be moved to the other; cancelling included. */
export function mayChangeStatus(from: OrderStatus, to: OrderStatus): boolean {
  if (to === 'Cancelled') return isOpen(from);
  return nextStatuses(from).some((next) => next === to);
}
