import { formatDateTimeUs, formatDateUs, parseUsDate } from '@portal/domain/date';
import { formatDigitGroups } from './digit-groups.ts';

const DATE_TIME = { lengths: [2, 2, 4, 2, 2], separators: ['/', '/', ' ', ':'] };
const ISO = /^\d{4}-\d{2}-\d{2}T.+Z$/;

/** Formats a date and time while typing: MM/DD/YYYY HH:mm, 24-hour, as in lists. */
export function formatDateTimeInput(typed: string): string {
  return formatDigitGroups(typed, DATE_TIME);
}

/**
 * Converts typed text in the local time zone to the form value: ISO 8601 UTC if valid, null if empty, otherwise the text,
 * which the schema refuses.
 */
export function dateTimeValue(text: string): string | null {
  if (text.trim() === '') return null;
  const [date = '', time = ''] = text.trim().split(' ');
  const day = parseUsDate(date);
  const clock = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time);
  // Without an offset, the text is in the local time zone.
  return day === null || clock === null ? text : new Date(`${day}T${time}:00`).toISOString();
}

/** Converts the form value to text: MM/DD/YYYY HH:mm for an instant, otherwise the typed text. */
export function dateTimeText(value: unknown): string {
  if (typeof value !== 'string') return '';
  return ISO.test(value) ? formatDateTimeUs(value) : value;
}

/** The value after a day (YYYY-MM-DD) is picked: keeps the time, or uses the end of the day. */
export function withDay(value: unknown, day: string): string | null {
  const time = /\d{2}:\d{2}$/.exec(dateTimeText(value))?.[0] ?? '23:59';
  return dateTimeValue(`${formatDateUs(day)} ${time}`);
}

/** The day of a value in the local time zone, YYYY-MM-DD; blank if there is none. */
export function dayOf(value: unknown): string {
  return parseUsDate(dateTimeText(value).slice(0, 10)) ?? '';
}
