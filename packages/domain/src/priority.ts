/** How urgent an order or a message is, most urgent first: the one rank of both. */
export const PRIORITIES = ['Urgent', 'High', 'Normal', 'Low'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** Theme palette names; Normal and Low stay quiet. */
export const PRIORITY_CHIP_COLORS: Readonly<Record<Priority, 'error' | 'warning' | 'default'>> = {
  Urgent: 'error',
  High: 'warning',
  Normal: 'default',
  Low: 'default',
};
