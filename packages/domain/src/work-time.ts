import { addDays, startOfDay } from './calendar.ts';
import { instantMs, type Instant } from './date.ts';
import { isUnconfirmed, LONG_CARD_HOURS, type CardMoments, type CountedCard } from './timecard.ts';

/** A stretch at work in whole seconds since 1970; the lunch lies within it and is empty when there was none. */
export interface WorkTime {
  readonly start: number;
  readonly end: number;
  readonly lunchStart: number;
  readonly lunchEnd: number;
}

/**
 * The stretch that a card stands for; an open card or lunch runs until now. Moments are cut to the second one by one, so that sums
 * are exact however a stretch is divided.
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
 * The stretch of a card that counts. Moments are cut to the minute, as screens show them, so that every sum of shown cells is their
 * total. Of an unconfirmed card only the first 16 hours count.
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

/** Seconds worked, lunch excluded, from one second to another (both since 1970); without them, in all. */
export function workedSeconds(
  work: WorkTime,
  from = Number.NEGATIVE_INFINITY,
  to = Number.POSITIVE_INFINITY,
): number {
  return overlap(work.start, work.end, from, to) - overlap(work.lunchStart, work.lunchEnd, from, to);
}

/** Seconds of lunch. */
export function lunchSeconds(work: WorkTime): number {
  return work.lunchEnd - work.lunchStart;
}

/** When so many days from the first on begin in the zone, and when the last ends: seconds since 1970, one more than days. */
export function dayBounds(zone: string, firstDay: string, days: number): number[] {
  return Array.from({ length: days + 1 }, (_, index) => startOfDay(zone, addDays(firstDay, index)) / 1000);
}

/** Seconds worked on each of the days between the bounds: work over midnight counts on each day it falls on. */
export function secondsPerDay(work: WorkTime, bounds: readonly number[]): number[] {
  return bounds.slice(1).map((end, index) => workedSeconds(work, bounds[index], end));
}

/** A number of seconds as hours and minutes, hh:mm; the seconds beyond whole minutes are cut off. */
export function formatHours(total: number): string {
  const minutes = Math.floor(Math.abs(total) / 60);
  return `${total <= -60 ? '-' : ''}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}

/** Total hours as they are accepted, seconds as a number or hh:mm, to seconds; null for anything else. */
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
