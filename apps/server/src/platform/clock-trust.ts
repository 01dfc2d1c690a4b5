import { CLOCK_TOLERANCE_MS } from './time-limits.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The portal can be off for this long before the time that passed is doubted. */
export const LONGEST_PAUSE_MS = 7 * DAY_MS;
/** A doubted time is accepted after the clock has kept it for this long. */
export const PROBATION_MS = DAY_MS;

/** What was recorded about the clock. `trustedAt`: null before the first record. */
export interface ClockRecord {
  readonly trustedAt: Date | null;
  readonly doubtedSince: Date | null;
  readonly doubtedAt: Date | null;
  readonly problem: string | null;
}

/** Another clock and the time that it shows: that of the database, or of the disk of the backups. */
export interface OtherClock {
  readonly name: string;
  readonly time: Date;
}

/** Whether the clock can have gone from one time to the other. */
const isContinuous = (from: Date, to: Date): boolean => {
  const passed = to.getTime() - from.getTime();
  return passed >= -CLOCK_TOLERANCE_MS && passed <= LONGEST_PAUSE_MS;
};

/**
 * Judges the clock: its time must continue from the last trusted one and agree with other clocks. A jump is accepted after
 * the clock has kept the new time for a day. Until then there is a problem, and nothing may be removed because of its age.
 */
export function judgeClock(before: ClockRecord, now: Date, others: readonly OtherClock[] = []): ClockRecord {
  const { trustedAt, doubtedSince, doubtedAt } = before;
  const wrong = others.find(({ time }) => Math.abs(time.getTime() - now.getTime()) > CLOCK_TOLERANCE_MS);
  if (wrong !== undefined) return { ...before, problem: disagreement(wrong, now) };
  const isSameDoubt = doubtedSince !== null && doubtedAt !== null && isContinuous(doubtedAt, now);
  const since = isSameDoubt ? doubtedSince : now;
  if (trustedAt === null || isContinuous(trustedAt, now) || now.getTime() - since.getTime() >= PROBATION_MS) {
    const isBehind = trustedAt !== null && trustedAt > now && isContinuous(trustedAt, now);
    return { trustedAt: isBehind ? trustedAt : now, doubtedSince: null, doubtedAt: null, problem: null };
  }
  return { trustedAt, doubtedSince: since, doubtedAt: now, problem: jump(trustedAt, now) };
}

/** The clock of a computer may differ from the database’s by this much. */
const DATABASE_TOLERANCE_MS = 2_000;

/** What is wrong if the database’s clock is ahead of this computer’s by this much; null: nothing. */
export function clockDifference(aheadMs: number): string | null {
  if (Math.abs(aheadMs) <= DATABASE_TOLERANCE_MS) return null;
  return `The clock of this computer is ${lengthOf(aheadMs)} ${aheadMs < 0 ? 'ahead of' : 'behind'} that of the database. Correct the wrong one.`;
}

const CONSEQUENCE = 'Until then, nothing is removed because of its age.';

function disagreement({ name, time }: OtherClock, now: Date): string {
  const ahead = now.getTime() - time.getTime();
  return `The clock of this computer is ${lengthOf(ahead)} ${ahead > 0 ? 'ahead of' : 'behind'} that of ${name}. Correct the wrong one. ${CONSEQUENCE}`;
}

function jump(trustedAt: Date, now: Date): string {
  const passed = now.getTime() - trustedAt.getTime();
  return `The clock went ${passed > 0 ? 'forward' : 'back'} by ${lengthOf(passed)}: the portal last ran at ${minute(trustedAt)}, and now it is ${minute(now)}. If that is wrong, correct the clock. If it is right, it is accepted after a day. ${CONSEQUENCE}`;
}

const minute = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

function lengthOf(ms: number): string {
  const [size, unit] = (
    [
      [DAY_MS, 'day'],
      [HOUR_MS, 'hour'],
      [60_000, 'minute'],
      [1_000, 'second'],
    ] as const
  ).find(([each]) => Math.abs(ms) >= 2 * each) ?? [1_000, 'second'];
  const count = Math.round(Math.abs(ms) / size);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
