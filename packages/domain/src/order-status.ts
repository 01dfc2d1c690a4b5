import { addDays } from './calendar.ts';

/** Order statuses in workflow order. Cancelled ends an order before completion. */
export const ORDER_STATUSES = ['Pending', 'Scheduled', 'InProgress', 'Completed', 'Cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Display names of the order statuses. */
export const ORDER_STATUS_LABELS: Readonly<Record<OrderStatus, string>> = {
  Pending: 'Pending',
  Scheduled: 'Scheduled',
  InProgress: 'In Progress',
  Completed: 'Completed',
  Cancelled: 'Cancelled',
};

/** Theme palette colors of the status chips. */
export const ORDER_STATUS_CHIP_COLORS: Readonly<
  Record<OrderStatus, 'warning' | 'info' | 'primary' | 'success' | 'default'>
> = {
  Pending: 'warning',
  Scheduled: 'info',
  InProgress: 'primary',
  Completed: 'success',
  Cancelled: 'default',
};

/** The statuses that can be set on an order. Canceling is a separate call with a reason. */
export const NEXT_STATUSES = ['Scheduled', 'InProgress', 'Completed'] as const;
export type NextStatus = (typeof NEXT_STATUSES)[number];

/** The statuses in which an order can still be edited, advanced or canceled. */
export const OPEN_STATUSES = ['Pending', 'Scheduled', 'InProgress'] as const satisfies readonly OrderStatus[];

/** An order that is still open this many days after its date is overdue. */
export const ORDER_OVERDUE_DAYS = 14;

/** The last order date (YYYY-MM-DD) whose open orders are overdue on `today`. */
export const lastOverdueDate = (today: string): string => addDays(today, -ORDER_OVERDUE_DAYS - 1);

/** Whether the order can still be edited, advanced and canceled. Completed and Cancelled are read-only. */
export function isOpen(status: OrderStatus): boolean {
  return OPEN_STATUSES.some((open) => open === status);
}

/** The statuses an order can advance to, nearest first. Steps may be skipped. */
export function nextStatuses(status: OrderStatus): NextStatus[] {
  if (!isOpen(status)) return [];
  return NEXT_STATUSES.filter((next) => ORDER_STATUSES.indexOf(next) > ORDER_STATUSES.indexOf(status));
}

/** Whether an order may change from one status to another, including canceling. */
export function mayChangeStatus(from: OrderStatus, to: OrderStatus): boolean {
  if (to === 'Cancelled') return isOpen(from);
  return nextStatuses(from).some((next) => next === to);
}
