import { addDays, startOfDay } from './calendar.ts';
import { instantMs, type Instant } from './date.ts';
import { isUnconfirmed, LONG_CARD_HOURS, type CardMoments, type CountedCard } from './timecard.ts';

/** A work period in whole seconds since 1970. Lunch is within it, and empty if there was none. */
export interface WorkTime {
  readonly start: number;
  readonly end: number;
  readonly lunchStart: number;
  readonly lunchEnd: number;
}

/**
 * The work period of a timecard; an open card or lunch runs until now. Each time is truncated to the second, so sums are exact
 * however the period is split.
 */
export function workTime(card: CardMoments, now: Instant): WorkTime {
  const start = seconds(card.clockInTime);
  const lunchStart = card.lunchStartTime === null ? null : seconds(card.lunchStartTime);
  const end = Math.max(seconds(card.clockOutTime ?? now), start, lunchStart ?? start);
  if (lunchStart === null) return { start, end, lunchStart: start, lunchEnd: start };
  const lunchEnd = card.lunchEndTime === null ? end : seconds(card.lunchEndTime);
  return { start, end: Math.max(end, lunchEnd), lunchStart, lunchEnd };
}

/**
 * The counted work period of a timecard. Times are truncated to the minute, as displayed, so displayed hours add up to their
 * total. Only the first 16 hours of an unconfirmed card count.
 */
export function countedTime(card: CountedCard, now: Instant): WorkTime {
  const work = workTime(
    {
      clockInTime: wholeMinute(card.clockInTime),
      clockOutTime: card.clockOutTime === null ? null : wholeMinute(card.clockOutTime),
      lunchStartTime: card.lunchStartTime === null ? null : wholeMinute(card.lunchStartTime),
      lunchEndTime: card.lunchEndTime === null ? null : wholeMinute(card.lunchEndTime),
    },
    wholeMinute(now),
  );
  if (!isUnconfirmed(card, now)) return work;
  const end = Math.min(work.end, work.start + LONG_CARD_HOURS * 3600);
  return {
    start: work.start,
    end,
    lunchStart: Math.min(work.lunchStart, end),
    lunchEnd: Math.min(work.lunchEnd, end),
  };
}

const wholeMinute = (instant: Instant) => new Date(Math.floor(instantMs(instant) / 60_000) * 60_000);

/** Seconds worked, excluding lunch, between two times in seconds since 1970; by default in total. */
export function workedSeconds(
  work: WorkTime,
  from = Number.NEGATIVE_INFINITY,
  to = Number.POSITIVE_INFINITY,
): number {
  return overlap(work.start, work.end, from, to) - overlap(work.lunchStart, work.lunchEnd, from, to);
}

export function lunchSeconds(work: WorkTime): number {
  return work.lunchEnd - work.lunchStart;
}

/** Start of each day in its time zone plus the end of the last one, in seconds since 1970: `days + 1` values. */
export function dayBounds(zoneOn: (date: string) => string, firstDay: string, days: number): number[] {
  return Array.from({ length: days + 1 }, (_, index) => {
    const date = addDays(firstDay, index);
    return startOfDay(zoneOn(date), date) / 1000;
  });
}

/** Seconds worked on each day between the bounds. Work over midnight is split between the days. */
export function secondsPerDay(work: WorkTime, bounds: readonly number[]): number[] {
  return bounds.slice(1).map((end, index) => workedSeconds(work, bounds[index], end));
}

/** Formats seconds as hh:mm, truncated to whole minutes. */
export function formatHours(total: number): string {
  const minutes = Math.floor(Math.abs(total) / 60);
  return `${total <= -60 ? '-' : ''}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}

/** Parses total hours, as a number of seconds or as hh:mm, to seconds; null for anything else. */
export function parseHours(value: number | string): number | null {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? Math.floor(value) : null;
  const match = /^(\d{1,6}):([0-5]\d)$/.exec(value.trim());
  return match === null ? null : Number(match[1]) * 3600 + Number(match[2]) * 60;
}

const pad = (value: number) => String(value).padStart(2, '0');

function seconds(instant: Instant): number {
  return Math.floor(instantMs(instant) / 1000);
}

function overlap(start: number, end: number, from: number, to: number): number {
  return Math.max(0, Math.min(end, to) - Math.max(start, from));
}
