import type { Schedule } from '@portal/contract/timecard-schedules';
import { addDays, DAYS_FROM_MONDAY } from '@portal/domain/calendar';
import { endsNextDay } from '@portal/domain/shift';
import type { PracticeTimes } from '#lib/query/use-practice-times.ts';

/** The shifts in effect on a date, Monday first; undefined for days off. */
export function weekOn(shifts: readonly Schedule[], date: string): readonly (Schedule | undefined)[] {
  return DAYS_FROM_MONDAY.map((day) =>
    shifts.find(
      ({ dayOfWeek, effectiveFrom, effectiveTo }) =>
        dayOfWeek === day && effectiveFrom <= date && (effectiveTo === null || effectiveTo >= date),
    ),
  );
}

/** "8:00 AM–5:00 PM", with "next day" for a night shift. */
export const shiftText = (
  shift: Pick<Schedule, 'scheduledStartTime' | 'scheduledEndTime'>,
  { timeOfDay }: PracticeTimes,
): string =>
  `${timeOfDay(shift.scheduledStartTime)}–${timeOfDay(shift.scheduledEndTime)}${endsNextDay(shift) ? ' next day' : ''}`;

/** "12:00 PM, 30 min (required)", or "None". */
export function lunchText(
  {
    lunchStartTime,
    lunchDuration,
    requiresLunchBreak,
  }: Pick<Schedule, 'lunchStartTime' | 'lunchDuration' | 'requiresLunchBreak'>,
  { timeOfDay }: PracticeTimes,
): string {
  if (lunchDuration === 0) return 'None';
  const at = lunchStartTime === null ? '' : `${timeOfDay(lunchStartTime)}, `;
  return `${at}${lunchDuration} min${requiresLunchBreak ? ' (required)' : ''}`;
}

/** A time during which a schedule was in effect. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** The periods before the one that includes `date`, newest first. */
export function periodsBefore(shifts: readonly Schedule[], date: string): Period[] {
  const starts = changes(shifts).filter((day) => day <= date);
  return starts
    .slice(0, -1)
    .map((from, index) => ({ from, to: addDays(starts[index + 1] ?? date, -1) }))
    .toReversed();
}

/** The dates after `date` on which the schedule changes, in order. */
export function changesAfter(shifts: readonly Schedule[], date: string): string[] {
  return changes(shifts).filter((day) => day > date);
}

function changes(shifts: readonly Schedule[]): string[] {
  const days = shifts.flatMap(({ effectiveFrom, effectiveTo }) => [
    effectiveFrom,
    ...(effectiveTo === null ? [] : [addDays(effectiveTo, 1)]),
  ]);
  return [...new Set(days)].toSorted();
}
