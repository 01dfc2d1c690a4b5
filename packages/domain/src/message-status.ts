import { instantMs, type Instant } from './date.ts';
import type { Priority } from './priority.ts';

/** Categories of phone messages. */
export const MESSAGE_CATEGORIES = [
  'Appointment',
  'Prescription',
  'TestResults',
  'Medical',
  'Billing',
  'Other',
] as const;
export type MessageCategory = (typeof MESSAGE_CATEGORIES)[number];
export const MESSAGE_STATUSES = ['New', 'InProgress', 'Completed', 'RequiresFollowUp'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

export const CATEGORY_LABELS: Readonly<Record<MessageCategory, string>> = {
  Appointment: 'Appointment',
  Prescription: 'Prescription',
  TestResults: 'Test Results',
  Medical: 'Medical',
  Billing: 'Billing',
  Other: 'Other',
};
export const STATUS_LABELS: Readonly<Record<MessageStatus, string>> = {
  New: 'New',
  InProgress: 'In Progress',
  Completed: 'Completed',
  RequiresFollowUp: 'Requires Follow-Up',
};

/** Formats a message number as MSG-YYYY-NNNNNN. Counting restarts every year. */
export const messageNumber = (year: number, count: number): string =>
  `MSG-${year}-${String(count).padStart(6, '0')}`;

/** Whether the status is final: a Completed message can be neither edited nor completed again. */
export const isFinal = (status: MessageStatus): boolean => status === 'Completed';

/** The statuses that can be set manually from this one: InProgress and RequiresFollowUp alternate. */
export function nextStatuses(status: MessageStatus): readonly MessageStatus[] {
  if (status === 'InProgress') return ['RequiresFollowUp'];
  return status === 'RequiresFollowUp' ? ['InProgress'] : [];
}

/** The message explaining why a status cannot be set manually, or null if it can. Setting the same status is allowed. */
export function statusError(from: MessageStatus, to: MessageStatus): string | null {
  if (from === to || nextStatuses(from).includes(to)) return null;
  if (isFinal(from)) return 'A completed message can no longer be changed.';
  if (to === 'Completed') return 'Complete the message with a resolution.';
  if (from === 'New') return 'Assign the message to someone first.';
  return 'A message cannot go back to New.';
}

/** The status after the message is assigned: New becomes InProgress, others do not change. */
export function statusAfterAssigning(status: MessageStatus, isAssigned: boolean): MessageStatus {
  return status === 'New' && isAssigned ? 'InProgress' : status;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Formats how long a caller has been waiting: "just now", "5 min", "3 h 20 min" or "2 d 4 h". */
export function formatWaitingTime(since: Instant, now: Instant): string {
  const waited = instantMs(now) - instantMs(since);
  if (waited < MINUTE) return 'just now';
  if (waited < HOUR) return `${Math.floor(waited / MINUTE)} min`;
  if (waited < DAY) return formatUnits(waited, HOUR, 'h', MINUTE, 'min');
  return formatUnits(waited, DAY, 'd', HOUR, 'h');
}

function formatUnits(
  waited: number,
  large: number,
  largeName: string,
  small: number,
  smallName: string,
): string {
  const rest = Math.floor((waited % large) / small);
  const whole = `${Math.floor(waited / large)} ${largeName}`;
  return rest === 0 ? whole : `${whole} ${rest} ${smallName}`;
}

/** Hours after which a waiting caller is overdue, by priority. */
const OVERDUE_HOURS: Readonly<Record<Priority, number>> = { Urgent: 1, High: 4, Normal: 24, Low: 72 };

/** Whether the message is overdue: the caller has waited longer than its priority allows. */
export function isOverdue(priority: Priority, since: Instant, now: Instant): boolean {
  return instantMs(now) - instantMs(since) > OVERDUE_HOURS[priority] * HOUR;
}
