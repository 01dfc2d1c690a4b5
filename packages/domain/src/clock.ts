import { isTimeOfDay, offsetMs, zonedMoments } from './calendar.ts';
import { dateIn, formatDateUs, instantMs, zonedParts, type Instant } from './date.ts';

/** The clocks that a practice can choose: 12 or 24 hours. */
export const CLOCKS = ['12', '24'] as const;
export type Clock = (typeof CLOCKS)[number];

/** How a practice writes moments: its IANA time zone and its clock. */
export interface PracticeClock {
  readonly timeZone: string;
  readonly clock: Clock;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const TYPED_12 = /^(0?[1-9]|1[0-2]):([0-5]\d) ?([AP])M$/i;
/** Such as "EST" or "GMT+1" after a time, but not AM or PM. */
const TYPED_ZONE = / +((?![ap]m?$)[a-z]{2,5}(?:[+-]\d{1,2}(?::\d{2})?)?)$/i;
const DAY_MS = 86_400_000;
const zoneNames = new Map<string, Intl.DateTimeFormat>();

/**
 * The time of day of an instant: "3:04 PM" or "15:04". In the hour that the end of daylight saving repeats, the time zone is
 * added: "1:30 AM EDT", then "1:30 AM EST".
 */
export function formatTime(
  instant: Instant,
  { timeZone, clock }: PracticeClock,
  withSeconds = false,
): string {
  const text = timeText(instant, timeZone, clock, withSeconds);
  return `${text}${repeatedHourMark(instant, timeZone)}`;
}

/** MM/DD/YYYY and the time as `formatTime`. */
export function formatDateTime(instant: Instant, practice: PracticeClock): string {
  return `${formatDateUs(dateIn(practice.timeZone, instant))} ${formatTime(instant, practice)}`;
}

/** Like `formatDateTime`, and always with the time zone: "01/05/2026 3:04 PM EST". */
export function formatDateTimeZone(instant: Instant, { timeZone, clock }: PracticeClock): string {
  const day = formatDateUs(dateIn(timeZone, instant));
  return `${day} ${timeText(instant, timeZone, clock)} ${zoneAbbreviation(instant, timeZone)}`;
}

/** MM/DD/YYYY HH:mm for files, which spreadsheets read: always on the 24-hour clock, without the time zone. */
export function formatFileTime(instant: Instant, timeZone: string): string {
  return `${formatDateUs(dateIn(timeZone, instant))} ${timeText(instant, timeZone, '24')}`;
}

/** MM/DD/YYYY HH:mm:ss, always on the 24-hour clock: the audit log. */
export function formatTimestamp(instant: Instant, timeZone: string): string {
  return `${formatDateUs(dateIn(timeZone, instant))} ${formatTime(instant, { timeZone, clock: '24' }, true)}`;
}

/** Time of an activity, such as "Jan 5, 3:04 PM", always on the 12-hour clock. */
export function formatActivityTime(instant: Instant, timeZone: string): string {
  const { month, day } = zonedParts(instant, timeZone);
  return `${MONTHS[month - 1] ?? ''} ${day}, ${formatTime(instant, { timeZone, clock: '12' })}`;
}

/** Formats a time of day, HH:mm or "HH:mm EST": "8:30 AM" or "08:30", with the zone. Any other text is returned unchanged. */
export function formatTimeOfDay(text: string, clock: Clock): string {
  const { time, zone } = splitZone(text);
  if (!isTimeOfDay(time)) return text;
  return `${clockText(Number(time.slice(0, 2)), time.slice(3), clock)}${zone === '' ? '' : ` ${zone}`}`;
}

/** Splits a typed time into the time and the abbreviation of a time zone, in capital letters; blank if there is none. */
export function splitZone(text: string): { readonly time: string; readonly zone: string } {
  const match = TYPED_ZONE.exec(text);
  return match === null
    ? { time: text, zone: '' }
    : { time: text.slice(0, match.index), zone: (match[1] ?? '').toUpperCase() };
}

/**
 * The moments that a time of day, HH:mm or "HH:mm EST", can mean on a day (YYYY-MM-DD), in milliseconds since 1970 and in order. None if
 * the clock skips it that day, two if it is repeated and the zone is missing.
 */
export function momentsOf(day: string, text: string, timeZone: string): readonly number[] {
  const { time, zone } = splitZone(text);
  const found = zonedMoments(timeZone, day, time);
  return zone === ''
    ? found
    : found.filter((ms) => zoneAbbreviation(new Date(ms), timeZone).toUpperCase() === zone);
}

/** What is wrong with a time of day that means no moment or two of them on a day; null if it means one. */
export function momentProblem(day: string, text: string, { timeZone, clock }: PracticeClock): string | null {
  const count = momentsOf(day, text, timeZone).length;
  if (count === 1) return null;
  const { time } = splitZone(text);
  const all = zonedMoments(timeZone, day, time);
  const shown = formatTimeOfDay(time, clock);
  const date = formatDateUs(day);
  if (all.length === 0)
    return `${shown} does not exist on ${date}, because the clock is set forward. Enter another time.`;
  const choices = all.map((ms) => `${shown} ${zoneAbbreviation(new Date(ms), timeZone)}`);
  return all.length === 1
    ? `On ${date}, the time is ${choices.join('')}.`
    : `${shown} occurs twice on ${date}, because the clock is set back. Enter ${choices.join(' or ')}.`;
}

/**
 * Parses a typed time of day to HH:mm, or null. On the 12-hour clock, 1:00 to 12:59 need AM or PM: guessing could be wrong by
 * half a day.
 */
export function parseTimeOfDay(text: string, clock: Clock): string | null {
  const typed = text.trim();
  const match = TYPED_12.exec(typed);
  if (match !== null) {
    const hour = (Number(match[1]) % 12) + (match[3]?.toUpperCase() === 'P' ? 12 : 0);
    return `${pad(hour)}:${match[2] ?? ''}`;
  }
  const isAmbiguous = clock === '12' && typed >= '01:00' && typed < '13:00';
  return isTimeOfDay(typed) && !isAmbiguous ? typed : null;
}

/** Abbreviation of the time zone at an instant, such as "EST" or "GMT+1". */
export function zoneAbbreviation(instant: Instant, timeZone: string): string {
  let formatter = zoneNames.get(timeZone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' });
    zoneNames.set(timeZone, formatter);
  }
  const parts = formatter.formatToParts(instantMs(instant));
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC';
}

/** Whether the clock shows this time twice, because it is set back within a day of the instant. */
function isRepeated(instant: Instant, timeZone: string): boolean {
  const ms = instantMs(instant);
  const before = offsetMs(timeZone, ms - DAY_MS);
  const after = offsetMs(timeZone, ms + DAY_MS);
  if (before <= after) return false;
  const wall = ms + offsetMs(timeZone, ms);
  return [before, after].every((offset) => offsetMs(timeZone, wall - offset) === offset);
}

function repeatedHourMark(instant: Instant, timeZone: string): string {
  return isRepeated(instant, timeZone) ? ` ${zoneAbbreviation(instant, timeZone)}` : '';
}

function timeText(instant: Instant, timeZone: string, clock: Clock, withSeconds = false): string {
  const { hour, minute, second } = zonedParts(instant, timeZone);
  return clockText(hour, `${pad(minute)}${withSeconds ? `:${pad(second)}` : ''}`, clock);
}

function clockText(hour: number, rest: string, clock: Clock): string {
  return clock === '24' ? `${pad(hour)}:${rest}` : `${hour % 12 || 12}:${rest} ${hour < 12 ? 'AM' : 'PM'}`;
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
