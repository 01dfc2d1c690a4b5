import { addDays, dayOfWeek, zonedMoment } from '@portal/domain/calendar';
import { dateIn } from '@portal/domain/date';
import type { SeededRandom } from './random.ts';

const OPENS = '08:00';
const CLOSES = '17:00';
const MINUTE_MS = 60_000;

/** The day itself; for a weekend the Friday before, or the Monday after with 1. */
export function officeDay(date: string, after: 0 | 1 = 0): string {
  const day = dayOfWeek(date);
  if (day === 0) return addDays(date, after === 1 ? 1 : -2);
  return day === 6 ? addDays(date, after === 1 ? 2 : -1) : date;
}

/** A minute in the day's office hours, in milliseconds since 1970. */
export function officeTime(random: SeededRandom, zone: string, day: string): number {
  return zonedMoment(zone, day, `${String(random.int(8, 16)).padStart(2, '0')}:${random.int(10, 59)}`);
}

/** The moment before `now` by this many minutes of office hours, in milliseconds since 1970. */
export function officeMinutesAgo(zone: string, now: Date, minutes: number): number {
  let left = minutes * MINUTE_MS;
  for (let day = officeDay(dateIn(zone, now)); ; day = officeDay(addDays(day, -1))) {
    const end = Math.min(zonedMoment(zone, day, CLOSES), now.getTime());
    const open = Math.max(0, end - zonedMoment(zone, day, OPENS));
    if (left < open) return end - left;
    left -= open;
  }
}

/** The moment after `start` by this many minutes of office hours, in milliseconds since 1970. */
export function officeMinutesAfter(zone: string, start: number, minutes: number): number {
  let left = minutes * MINUTE_MS;
  let day = dateIn(zone, new Date(start));
  for (let from = start; ; day = addDays(day, 1)) {
    const isOpen = officeDay(day) === day;
    from = Math.max(from, zonedMoment(zone, day, OPENS));
    const open = isOpen ? Math.max(0, zonedMoment(zone, day, CLOSES) - from) : 0;
    if (left <= open) return from + left;
    left -= open;
  }
}
