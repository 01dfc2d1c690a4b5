import { instantMs, zonedParts } from './date.ts';

const DAY_MS = 86_400_000;
const TIME_OF_DAY = /^([01]\d|2[0-3]):([0-5]\d)$/;

/** Names of weekdays by their number in the API: 0 is Sunday. */
export const DAY_NAMES = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

/** The weekday numbers from Monday to Sunday, as screens show them. */
export const DAYS_FROM_MONDAY = [1, 2, 3, 4, 5, 6, 0] as const;

/** Adds days to a date (subtracts when negative), both YYYY-MM-DD. Throws RangeError outside the years 0001–9999. */
export function addDays(date: string, days: number): string {
  const ms = utcMidnight(date) + days * DAY_MS;
  const text = new Date(ms).toISOString();
  if (!/^\d{4}-/.test(text) || text < '0001') throw new RangeError('Not a valid day');
  return text.slice(0, 10);
}

/** The same day some months later, or earlier if negative; the last day of a month that is shorter. */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0));
  const first = `${last.toISOString().slice(0, 8)}01`;
  return addDays(first, Math.min(day, last.getUTCDate()) - 1);
}

/** Number of days from `from` to `to`, both YYYY-MM-DD; negative if `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((utcMidnight(to) - utcMidnight(from)) / DAY_MS);
}

/** The weekday number of a YYYY-MM-DD date; 0 is Sunday. */
export function dayOfWeek(date: string): number {
  return new Date(utcMidnight(date)).getUTCDay();
}

/** The Monday of the date’s week, YYYY-MM-DD. */
export function mondayOf(date: string): string {
  return addDays(date, -((dayOfWeek(date) + 6) % 7));
}

/** Whether the text is a 24-hour time in HH:mm form. */
export function isTimeOfDay(text: string): boolean {
  return TIME_OF_DAY.test(text);
}

/** Minutes since midnight for an HH:mm time. Throws RangeError for any other text. */
export function minutesOfDay(time: string): number {
  const match = TIME_OF_DAY.exec(time);
  if (match === null) throw new RangeError('Not a time of day');
  return Number(match[1]) * 60 + Number(match[2]);
}

/**
 * Converts a local date and time in a time zone to milliseconds since 1970. A time that a clock change skips moves
 * forward by the skipped amount. For a time that occurs twice, returns the first.
 */
export function zonedMoment(zone: string, date: string, time: string): number {
  const [first] = zonedMoments(zone, date, time);
  return first ?? aroundChange(zone, date, time).before;
}

/**
 * All moments at which the clocks of a time zone show a local date and time, in milliseconds since 1970, in order: none if a clock
 * change skips it, two if one repeats it.
 */
export function zonedMoments(zone: string, date: string, time: string): readonly number[] {
  const { wall, before, after } = aroundChange(zone, date, time);
  if (before === after) return [before];
  return [before, after].filter((ms) => ms + offsetMs(zone, ms) === wall).toSorted((a, b) => a - b);
}

/** A local time as if it were UTC, and with the offsets before and after a nearby clock change; no zone changes twice within two days. */
function aroundChange(zone: string, date: string, time: string) {
  const wall = utcMidnight(date) + minutesOfDay(time) * 60_000;
  return {
    wall,
    before: wall - offsetMs(zone, wall - DAY_MS),
    after: wall - offsetMs(zone, wall + DAY_MS),
  };
}

/**
 * The start of a day in a time zone in milliseconds since 1970: midnight, or the first existing time if midnight is
 * skipped.
 */
export function startOfDay(zone: string, date: string): number {
  return zonedMoment(zone, date, '00:00');
}

/** Offset of a time zone from UTC at an instant, in milliseconds. */
export function offsetMs(zone: string, ms: number): number {
  const whole = Math.floor(ms / 1000) * 1000;
  const { year, month, day, hour, minute, second } = zonedParts(new Date(whole), zone);
  return utc(year, month, day) + ((hour * 60 + minute) * 60 + second) * 1000 - whole;
}

function utcMidnight(date: string): number {
  return instantMs(`${date}T00:00:00Z`);
}

/** Like Date.UTC, which treats years below 100 as 19xx. */
function utc(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day);
}
