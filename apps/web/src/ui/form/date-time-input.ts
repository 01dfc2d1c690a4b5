import {
  formatDateTime,
  formatTime,
  formatTimeOfDay,
  momentProblem,
  momentsOf,
  parseTimeOfDay,
  splitZone,
  type PracticeClock,
} from '@portal/domain/clock';
import { formatDateUs, parseUsDate } from '@portal/domain/date';
import { formatDigitGroups, type DigitGroups } from '@portal/domain/digit-groups';

const TIME = { lengths: [2, 2], separators: [':'], typedSeparator: /:/, isPadded: true };
const DATE_TIME = {
  lengths: [2, 2, 4, 2, 2],
  separators: ['/', '/', ' ', ':'],
  typedSeparator: /[/:-]| +/,
  isPadded: true,
};
const ISO = /^\d{4}-\d{2}-\d{2}T.+Z$/;
/** Marks a typed time without AM or PM, which is not yet a time on the 12-hour clock. */
const INCOMPLETE = ' ?';

/**
 * Formats a time of day while typing: HH:MM, with AM or PM if typed. The hours 3 to 9 need no leading zero. Text that is no time
 * stays as typed.
 */
export const formatTimeInput = (typed: string): string =>
  formatWithHalf(typed.replace(/^\s*(?=[3-9]\d)/, '0'), TIME) ?? typed;

/** Formats a date and time while typing: MM/DD/YYYY HH:MM, with AM or PM if typed. Other text stays as typed. */
export const formatDateTimeInput = (typed: string): string => formatWithHalf(typed, DATE_TIME) ?? typed;

/** Whether the form value is an instant. */
export const isMoment = (value: string): boolean => ISO.test(value);

/** Whether the form value is text that is not blank. */
export const isTyped = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

function formatWithHalf(typed: string, groups: DigitGroups): string | null {
  const [, digits, half = ''] = /^([^ap]*)([ap]m?)?\s*$/i.exec(typed) ?? [];
  const text = digits === undefined ? null : formatDigitGroups(digits, groups);
  if (text === null || half === '') return text;
  const length = groups.lengths.reduce((sum, each) => sum + each, groups.separators.length);
  return text.length < length ? null : `${text} ${half.toUpperCase()}`;
}

/** Converts a typed time of day to the form value: HH:mm or "HH:mm EST" if complete, otherwise text that the schema refuses. */
export function timeValue(text: string, { clock }: PracticeClock): string {
  return timeWithZone(text, clock) ?? (/\d{2}:\d{2}$/.test(text) ? `${text}${INCOMPLETE}` : text);
}

/** Converts a form value to text: "8:30 AM" or "08:30" for HH:mm, otherwise the typed text. */
export function timeInputText(value: unknown, { clock }: PracticeClock): string {
  if (typeof value !== 'string') return '';
  return value.endsWith(INCOMPLETE) ? value.slice(0, -INCOMPLETE.length) : formatTimeOfDay(value, clock);
}

/**
 * Converts typed text in the practice's time zone to the form value: ISO 8601 UTC if valid, null if empty, otherwise the text,
 * which the schema refuses.
 */
export function dateTimeValue(text: string, { timeZone, clock }: PracticeClock): string | null {
  const typed = text.trim();
  if (typed === '') return null;
  const [date = ''] = typed.split(' ', 1);
  const day = parseUsDate(date);
  const time = timeWithZone(typed.slice(date.length), clock);
  const [at, second] = day === null || time === null ? [] : momentsOf(day, time, timeZone);
  return at === undefined || second !== undefined ? text : new Date(at).toISOString();
}

/** What is wrong with typed text that is a date and a time, but no moment or two of them; null otherwise. */
export function dateTimeProblem(text: string, practice: PracticeClock): string | null {
  const typed = text.trim();
  const [date = ''] = typed.split(' ', 1);
  const day = parseUsDate(date);
  const time = timeWithZone(typed.slice(date.length), practice.clock);
  return day === null || time === null ? null : momentProblem(day, time, practice);
}

/** HH:mm, with the zone if it was typed, or null. */
function timeWithZone(text: string, clock: PracticeClock['clock']): string | null {
  const { time, zone } = splitZone(text.trim());
  const parsed = parseTimeOfDay(time, clock);
  return parsed === null || zone === '' ? parsed : `${parsed} ${zone}`;
}

/** Converts the form value to text: a date and time for an instant, otherwise the typed text. */
export function dateTimeText(value: unknown, practice: PracticeClock): string {
  if (typeof value !== 'string') return '';
  return isMoment(value) ? formatDateTime(value, practice) : value;
}

/** The value after a day (YYYY-MM-DD) is picked: keeps the time, or uses the end of the day. */
export function withDay(value: unknown, day: string, practice: PracticeClock): string {
  const time =
    isTyped(value) && isMoment(value)
      ? splitZone(formatTime(value, practice)).time
      : formatTimeOfDay('23:59', practice.clock);
  const text = `${formatDateUs(day)} ${time}`;
  return dateTimeValue(text, practice) ?? text;
}

/** The day of a value in the practice's time zone, YYYY-MM-DD; blank if there is none. */
export function dayOf(value: unknown, practice: PracticeClock): string {
  return parseUsDate(dateTimeText(value, practice).slice(0, 10)) ?? '';
}
