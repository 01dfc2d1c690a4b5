import { minutesOfDay } from './calendar.ts';

const DAY_MINUTES = 1440;
/** A shift is refused above this length: nobody plans one, and a mistyped end makes one (09:00 to 05:00). */
const MAX_SHIFT_MINUTES = 16 * 60;

/** A day's shift as it is planned: times are HH:mm on the practice's clocks, lengths are minutes. */
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

/** Whether the shift ends on the day after it begins: its end is before its start on the clock. */
export function endsNextDay(shift: Pick<Shift, 'scheduledStartTime' | 'scheduledEndTime'>): boolean {
  return shift.scheduledEndTime <= shift.scheduledStartTime;
}

/** Planned minutes from start to end on the clock, lunch included; days on which clocks change are not regarded. */
export function shiftMinutes(shift: Pick<Shift, 'scheduledStartTime' | 'scheduledEndTime'>): number {
  return between(shift.scheduledStartTime, shift.scheduledEndTime) || DAY_MINUTES;
}

/** What is wrong with a shift, by field; empty when nothing is. Night shifts over midnight are allowed. */
export function shiftProblems(shift: Shift): Partial<Record<keyof Shift, string>> {
  const length = shiftMinutes(shift);
  if (shift.scheduledStartTime === shift.scheduledEndTime)
    return { scheduledEndTime: 'The end must differ from the start' };
  if (length > MAX_SHIFT_MINUTES) {
    const over = endsNextDay(shift) ? ', over midnight' : '';
    return {
      scheduledEndTime: `This shift would last ${hoursText(length)}${over}. A shift can last at most 16 hours`,
    };
  }
  if (shift.requiresLunchBreak && shift.lunchDuration === 0)
    return { lunchDuration: 'Say how long the required lunch break lasts' };
  if (shift.lunchDuration >= length)
    return { lunchDuration: 'The lunch break must be shorter than the shift' };
  if (shift.lunchStartTime === null) return {};
  const lunchAt = between(shift.scheduledStartTime, shift.lunchStartTime);
  if (lunchAt + shift.lunchDuration > length)
    return { lunchStartTime: 'The lunch break must lie within the shift' };
  return {};
}

/** The first two days of a week whose shifts run into each other over midnight, or undefined. */
export function overlappingDays(week: readonly WeekShift[]): readonly [WeekShift, WeekShift] | undefined {
  for (const first of week) {
    if (!endsNextDay(first)) continue;
    const next = week.find(({ dayOfWeek }) => dayOfWeek === (first.dayOfWeek + 1) % 7);
    if (next !== undefined && next.scheduledStartTime < first.scheduledEndTime) return [first, next];
  }
  return undefined;
}

/** Minutes from one time of day forward to the next time it is the other. */
function between(from: string, to: string): number {
  return (minutesOfDay(to) - minutesOfDay(from) + DAY_MINUTES) % DAY_MINUTES;
}

function hoursText(minutes: number): string {
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)} hours${rest === 0 ? '' : ` ${rest} minutes`}`;
}
