import { formatDateTime, type PracticeClock } from './clock.ts';
import { instantMs, type Instant } from './date.ts';

/** Maximum length of the clock-in notes. */
export const CLOCK_NOTES_MAX = 500;
/** Timecards open for longer are flagged. */
export const LONG_CARD_HOURS = 16;
/** Mark on the hours of an overlong timecard in reports, until it is corrected. */
export const UNCONFIRMED_TEXT = `over ${LONG_CARD_HOURS} h, unconfirmed`;
/** Mark on a timecard whose owner corrected it, until somebody else confirms it. */
export const OWN_CORRECTION_TEXT = 'own correction, not confirmed';
/** Longest timecard that a correction allows. */
export const MAX_CARD_HOURS = 24;
const HOUR_MS = 3_600_000;
const EARLIEST = Date.UTC(2000, 0, 1);

/** Clock states of a user. */
export const CLOCK_STATES = ['NotClockedIn', 'ClockedIn', 'OnLunch', 'BackAtWork'] as const;
export type ClockState = (typeof CLOCK_STATES)[number];

/** The names of a timecard's times, in the order of forms. */
export const MOMENTS = ['clockInTime', 'clockOutTime', 'lunchStartTime', 'lunchEndTime'] as const;
export type Moment = (typeof MOMENTS)[number];

/** The times of a timecard; null if the event has not happened. */
export interface CardMoments extends Readonly<Record<Exclude<Moment, 'clockInTime'>, Instant | null>> {
  readonly clockInTime: Instant;
}

/** What `valueOf` returns for each time of a timecard. */
export const eachMoment = <T>(valueOf: (moment: Moment) => T): Record<Moment, T> => ({
  clockInTime: valueOf('clockInTime'),
  clockOutTime: valueOf('clockOutTime'),
  lunchStartTime: valueOf('lunchStartTime'),
  lunchEndTime: valueOf('lunchEndTime'),
});

/** The clock state that a user's newest timecard results in. */
export function clockState(card: CardMoments | null): ClockState {
  if (card === null || card.clockOutTime !== null) return 'NotClockedIn';
  if (card.lunchStartTime === null) return 'ClockedIn';
  return card.lunchEndTime === null ? 'OnLunch' : 'BackAtWork';
}

/** Whether the timecard is or was open for more than 16 hours. */
export function isTooLong(card: Pick<CardMoments, 'clockInTime' | 'clockOutTime'>, now: Instant): boolean {
  const end = instantMs(card.clockOutTime ?? now);
  return end - instantMs(card.clockInTime) > LONG_CARD_HOURS * HOUR_MS;
}

/** A timecard for counting hours. */
export interface CountedCard extends CardMoments {
  /** A correction has set or confirmed the clock-out. */
  readonly isConfirmed: boolean;
}

/** Whether the timecard is or was open for more than 16 hours without a correction; only 16 hours count then. */
export function isUnconfirmed(card: CountedCard, now: Instant): boolean {
  return !card.isConfirmed && isTooLong(card, now);
}

/** Until when the timecard counts, in milliseconds since 1970: its clock-out, or now, and at most 16 hours while unconfirmed. */
export function workedUntil(card: CountedCard, now: Instant): number {
  const end = instantMs(card.clockOutTime ?? now);
  return isUnconfirmed(card, now) ? instantMs(card.clockInTime) + LONG_CARD_HOURS * HOUR_MS : end;
}

/** Formats a correction: "Changed by Ann Lee on 11/18/2026 2:02 PM: Forgot to clock out". */
export function correctionText(
  correction: {
    readonly action: string;
    readonly byName: string;
    readonly at: Instant;
    readonly reason: string;
  },
  practice: PracticeClock,
): string {
  const { action, byName, at, reason } = correction;
  return `${action} by ${byName} on ${formatDateTime(at, practice)}: ${reason}`;
}

/**
 * Validation errors of a timecard's times by field. Without `now`, future times are allowed. Throws RangeError for an invalid
 * time.
 */
export function cardProblems(card: CardMoments, now?: Instant): Partial<Record<keyof CardMoments, string>> {
  const start = instantMs(card.clockInTime);
  const end = card.clockOutTime === null ? null : instantMs(card.clockOutTime);
  const limit = now === undefined ? Number.POSITIVE_INFINITY : instantMs(now);
  const problems: Partial<Record<keyof CardMoments, string>> = {};
  if (start > limit) problems.clockInTime = 'The clock-in time cannot be in the future';
  else if (start < EARLIEST) problems.clockInTime = 'The clock-in time is too long ago';
  if (end !== null) {
    if (end > limit) problems.clockOutTime = 'The clock-out time cannot be in the future';
    else if (end <= start) problems.clockOutTime = 'The clock-out time must be after the clock-in time';
    else if (end - start > MAX_CARD_HOURS * HOUR_MS)
      problems.clockOutTime = `A timecard can span at most ${MAX_CARD_HOURS} hours`;
  }
  return { ...problems, ...lunchProblems(card, start, end ?? limit) };
}

function lunchProblems(
  card: CardMoments,
  start: number,
  end: number,
): Partial<Record<keyof CardMoments, string>> {
  if (card.lunchStartTime === null) {
    return card.lunchEndTime === null ? {} : { lunchStartTime: 'Enter the start of the lunch break' };
  }
  const lunchStart = instantMs(card.lunchStartTime);
  if (lunchStart < start) return { lunchStartTime: 'Lunch cannot start before the clock-in time' };
  if (lunchStart > end) return { lunchStartTime: 'Lunch must start before the clock-out time' };
  if (card.lunchEndTime === null) {
    return card.clockOutTime === null ? {} : { lunchEndTime: 'Enter the end of the lunch break' };
  }
  const lunchEnd = instantMs(card.lunchEndTime);
  if (lunchEnd <= lunchStart) return { lunchEndTime: 'Lunch must end after it starts' };
  if (lunchEnd > end) return { lunchEndTime: 'Lunch must end before the clock-out time' };
  return {};
}
