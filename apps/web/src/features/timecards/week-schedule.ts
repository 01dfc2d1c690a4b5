import type { Schedule } from '@portal/contract/timecard-schedules';
import { addDays, DAYS_FROM_MONDAY } from '@portal/domain/calendar';
import { endsNextDay } from '@portal/domain/shift';

/** The shift of each day, Monday first, that holds on a day; undefined for days off. */
export function weekOn(shifts: readonly Schedule[], date: string): readonly (Schedule | undefined)[] {
  return DAYS_FROM_MONDAY.map((day) =>
    shifts.find(
      ({ dayOfWeek, effectiveFrom, effectiveTo }) =>
        dayOfWeek === day && effectiveFrom <= date && (effectiveTo === null || effectiveTo >= date),
    ),
  );
}

/** "08:00–17:00"; a night shift says on which day it ends. */
export const shiftText = (shift: Pick<Schedule, 'scheduledStartTime' | 'scheduledEndTime'>): string =>
  `${shift.scheduledStartTime}–${shift.scheduledEndTime}${endsNextDay(shift) ? ' next day' : ''}`;

/** "12:00, 30 min (required)", or that there is none. */
export function lunchText({
  lunchStartTime,
  lunchDuration,
  requiresLunchBreak,
}: Pick<Schedule, 'lunchStartTime' | 'lunchDuration' | 'requiresLunchBreak'>): string {
  if (lunchDuration === 0) return 'None';
  const at = lunchStartTime === null ? '' : `${lunchStartTime}, `;
  return `${at}${lunchDuration} min${requiresLunchBreak ? ' (required)' : ''}`;
}

/** The days after `date` on which the week becomes another one, in order. */
export function changesAfter(shifts: readonly Schedule[], date: string): string[] {
  const days = shifts.flatMap(({ effectiveFrom, effectiveTo }) => [
    effectiveFrom,
    ...(effectiveTo === null ? [] : [addDays(effectiveTo, 1)]),
  ]);
  return [...new Set(days)].filter((day) => day > date).toSorted();
}
