import { minutesOfDay } from './calendar.ts';

const DAY_MINUTES = 1440;
/** Longest shift. A longer one is most likely a typo in the end time (09:00 to 05:00). */
const MAX_SHIFT_MINUTES = 16 * 60;

/** A scheduled shift. Times are HH:mm in the practice's time zone; durations are in minutes. */
export interface Shift {
  readonly scheduledStartTime: string;
  readonly scheduledEndTime: string;
  readonly lunchStartTime: string | null;
  readonly lunchDuration: number;
  readonly requiresLunchBreak: boolean;
}
/** A shift on a day of the week; 0 is Sunday. */
export interface WeekShift extends Shift {
  readonly dayOfWeek: number;
}

/** Whether the shift ends on the next day: its end time is not after its start time. */
export function endsNextDay(shift: Pick<Shift, 'scheduledStartTime' | 'scheduledEndTime'>): boolean {
  return shift.scheduledEndTime <= shift.scheduledStartTime;
}

/** Scheduled minutes from start to end, including lunch. Ignores daylight saving changes. */
export function shiftMinutes(shift: Pick<Shift, 'scheduledStartTime' | 'scheduledEndTime'>): number {
  return between(shift.scheduledStartTime, shift.scheduledEndTime) || DAY_MINUTES;
}

/** Validation errors of a shift by field; empty if valid. Night shifts over midnight are allowed. */
export function shiftProblems(shift: Shift): Partial<Record<keyof Shift, string>> {
  const length = shiftMinutes(shift);
  if (shift.scheduledStartTime === shift.scheduledEndTime)
    return { scheduledEndTime: 'End must differ from start' };
  if (length > MAX_SHIFT_MINUTES) {
    const over = endsNextDay(shift) ? ', ending the next day' : '';
    return {
      scheduledEndTime: `This shift would last ${hoursText(length)}${over}. A shift can last at most 16 hours`,
    };
  }
  if (shift.requiresLunchBreak && shift.lunchDuration === 0)
    return { lunchDuration: 'Enter how long the required lunch break is' };
  if (shift.lunchDuration >= length)
    return { lunchDuration: 'The lunch break must be shorter than the shift' };
  if (shift.lunchStartTime === null) return {};
  const lunchAt = between(shift.scheduledStartTime, shift.lunchStartTime);
  if (lunchAt + shift.lunchDuration > length)
    return { lunchStartTime: 'The lunch break must be within the shift' };
  return {};
}

/** The first two adjacent days whose shifts overlap after midnight, or undefined. */
export function overlappingDays(week: readonly WeekShift[]): readonly [WeekShift, WeekShift] | undefined {
  for (const first of week) {
    if (!endsNextDay(first)) continue;
    const next = week.find(({ dayOfWeek }) => dayOfWeek === (first.dayOfWeek + 1) % 7);
    if (next !== undefined && next.scheduledStartTime < first.scheduledEndTime) return [first, next];
  }
  return undefined;
}

/** Minutes from one time of day to the next occurrence of the other. */
function between(from: string, to: string): number {
  return (minutesOfDay(to) - minutesOfDay(from) + DAY_MINUTES) % DAY_MINUTES;
}

function hoursText(minutes: number): string {
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)} hours${rest === 0 ? '' : ` ${rest} minutes`}`;
}
