import { instantMs, zonedParts } from './date.ts';

const DAY_MS = 86_400_000;
const TIME_OF_DAY = /^([01]\d|2[0-3]):([0-5]\d)$/;

/** Days of the week as the wire counts them: 0 is Sunday. */
export const DAY_NAMES = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

/** The days of a week in the order the screens show them, Monday to Sunday, as the wire counts them. */
export const DAYS_FROM_MONDAY = [1, 2, 3, 4, 5, 6, 0] as const;

/** The calendar day so many days later (earlier when negative), both YYYY-MM-DD. Throws RangeError outside years 0001–9999. */
export function addDays(date: string, days: number): string {
  const ms = utcMidnight(date) + days * DAY_MS;
  const text = new Date(ms).toISOString();
  if (!/^\d{4}-/.test(text) || text < '0001') throw new RangeError('Not a valid day');
  return text.slice(0, 10);
}

/** How many days `to` is after `from`, both YYYY-MM-DD; negative when before. */
export function daysBetween(from: string, to: string): number {
  return Math.round((utcMidnight(to) - utcMidnight(from)) / DAY_MS);
}

/** The day of the week of a YYYY-MM-DD value; 0 is Sunday. */
export function dayOfWeek(date: string): number {
  return new Date(utcMidnight(date)).getUTCDay();
}

/** The Monday of the week that holds the day, YYYY-MM-DD. */
export function mondayOf(date: string): string {
  return addDays(date, -((dayOfWeek(date) + 6) % 7));
}

/** Whether the text is a time of day written HH:mm on the 24-hour clock. */
export function isTimeOfDay(text: string): boolean {
  return TIME_OF_DAY.test(text);
}

/** Minutes since midnight of an HH:mm value. Throws RangeError for any other text. */
export function minutesOfDay(time: string): number {
  const match = TIME_OF_DAY.exec(time);
  if (match === null) throw new RangeError('Not a time of day');
  return Number(match[1]) * 60 + Number(match[2]);
}

/**
 * The moment (milliseconds since 1970) at which clocks in the zone show a time of a day. A time that clocks skip when they go forward
 * is as much later as they skip; of one that comes twice it is the first.
 */
export function zonedMoment(zone: string, date: string, time: string): number {
  const wall = utcMidnight(date) + minutesOfDay(time) * 60_000;
  // The offset before and after any change nearby; no zone changes twice within these two days.
  const before = wall - offsetMs(zone, wall - DAY_MS);
  const after = wall - offsetMs(zone, wall + DAY_MS);
  if (before === after) return before;
  const shown = [before, after].filter((ms) => ms + offsetMs(zone, ms) === wall);
  return shown.length > 0 ? Math.min(...shown) : before;
}

/** The moment (milliseconds since 1970) at which a day begins in the zone: midnight, or what clocks show first where it is skipped. */
export function startOfDay(zone: string, date: string): number {
  return zonedMoment(zone, date, '00:00');
}

/** How far clocks in the zone are ahead of UTC at a moment, in milliseconds. */
function offsetMs(zone: string, ms: number): number {
  const whole = Math.floor(ms / 1000) * 1000;
  const { year, month, day, hour, minute, second } = zonedParts(new Date(whole), zone);
  return utc(year, month, day) + ((hour * 60 + minute) * 60 + second) * 1000 - whole;
}

function utcMidnight(date: string): number {
  return instantMs(`${date}T00:00:00Z`);
}

/** As Date.UTC, which takes years before 100 for those of the twentieth century. */
function utc(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day);
}
