/** Priorities of orders and messages, highest first. */
export const PRIORITIES = ['Urgent', 'High', 'Normal', 'Low'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** Theme palette names. Normal and Low have no color. */
export const PRIORITY_CHIP_COLORS: Readonly<Record<Priority, 'error' | 'warning' | 'default'>> = {
  Urgent: 'error',
  High: 'warning',
  Normal: 'default',
  Low: 'default',
};
