import { formatDateTimeUs, formatDateUs, parseUsDate } from '@portal/domain/date';
import { formatDigitGroups } from './digit-groups.ts';

const DATE_TIME = { lengths: [2, 2, 4, 2, 2], separators: ['/', '/', ' ', ':'] };
const ISO = /^\d{4}-\d{2}-\d{2}T.+Z$/;

/** A date and time while it is typed: MM/DD/YYYY HH:mm on the 24-hour clock, as lists show it. */
export function formatDateTimeInput(typed: string): string {
  return formatDigitGroups(typed, DATE_TIME);
}

/**
 * The form's value of a typed text: ISO 8601 UTC once it is a moment of this computer's zone, null when empty, the text
 * itself until then, which the schema refuses.
 */
export function dateTimeValue(text: string): string | null {
  if (text.trim() === '') return null;
  const [date = '', time = ''] = text.trim().split(' ');
  const day = parseUsDate(date);
  const clock = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time);
  // Without a zone the text means this computer's own.
  return day === null || clock === null ? text : new Date(`${day}T${time}:00`).toISOString();
}

/** The text of the form's value: MM/DD/YYYY HH:mm for a moment, else what was typed so far. */
export function dateTimeText(value: unknown): string {
  if (typeof value !== 'string') return '';
  return ISO.test(value) ? formatDateTimeUs(value) : value;
}

/** The value after a day (YYYY-MM-DD) was picked: the time that is there stays, else the end of that day. */
export function withDay(value: unknown, day: string): string | null {
  const time = /\d{2}:\d{2}$/.exec(dateTimeText(value))?.[0] ?? '23:59';
  return dateTimeValue(`${formatDateUs(day)} ${time}`);
}

/** The day of a value in this computer's zone, YYYY-MM-DD; blank when there is none. */
export function dayOf(value: unknown): string {
  return parseUsDate(dateTimeText(value).slice(0, 10)) ?? '';
}
