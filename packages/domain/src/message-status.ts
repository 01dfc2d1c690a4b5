import { instantMs } from './date.ts';
import type { Instant } from './date.ts';
import type { Priority } from './priority.ts';

/** What a phone message is about, and how it stands. */
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

/** MSG-YYYY-NNNNNN, numbered anew each year of the practice. */
export const messageNumber = (year: number, count: number): string =>
  `MSG-${year}-${String(count).padStart(6, '0')}`;

/** Completed is final: neither edited nor completed again. */
export const isFinal = (status: MessageStatus): boolean => status === 'Completed';

/** The statuses that someone can set by hand from this one: InProgress and RequiresFollowUp alternate. */
export function nextStatuses(status: MessageStatus): readonly MessageStatus[] {
  if (status === 'InProgress') return ['RequiresFollowUp'];
  return status === 'RequiresFollowUp' ? ['InProgress'] : [];
}

/** Why a status cannot be set by hand, for people; null when it can. The same status again changes nothing and is allowed. */
export function statusRefusal(from: MessageStatus, to: MessageStatus): string | null {
  if (from === to || nextStatuses(from).includes(to)) return null;
  if (isFinal(from)) return 'A completed message cannot change any more.';
  if (to === 'Completed') return 'Complete the message with a resolution.';
  if (from === 'New') return 'Assign the message to someone first.';
  return 'A message that someone works on does not become new again.';
}

/** The status once the message is assigned: New becomes InProgress, any other stays. */
export function statusAfterAssigning(status: MessageStatus, isAssigned: boolean): MessageStatus {
  return status === 'New' && isAssigned ? 'InProgress' : status;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long a caller has been waiting, in the two largest units: "5 min", "3 h 20 min", "2 d 4 h"; "just now" below a minute. */
export function waitingText(since: Instant, now: Instant): string {
  const waited = instantMs(now) - instantMs(since);
  if (waited < MINUTE) return 'just now';
  if (waited < HOUR) return `${Math.floor(waited / MINUTE)} min`;
  if (waited < DAY) return two(waited, HOUR, 'h', MINUTE, 'min');
  return two(waited, DAY, 'd', HOUR, 'h');
}

function two(waited: number, large: number, largeName: string, small: number, smallName: string): string {
  const rest = Math.floor((waited % large) / small);
  const whole = `${Math.floor(waited / large)} ${largeName}`;
  return rest === 0 ? whole : `${whole} ${rest} ${smallName}`;
}

/** Hours a caller may wait before the list warns. */
const PATIENCE_HOURS: Readonly<Record<Priority, number>> = { Urgent: 1, High: 4, Normal: 24, Low: 72 };

/** Whether the caller has waited longer than a clinic wants to let one wait at this priority. */
export function waitsTooLong(priority: Priority, since: Instant, now: Instant): boolean {
  return instantMs(now) - instantMs(since) > PATIENCE_HOURS[priority] * HOUR;
}
