import { scheduleDay, type Schedule } from '@portal/contract/timecard-schedules';
import { dateOnly } from '@portal/contract/fields';
import { DAY_NAMES, DAYS_FROM_MONDAY } from '@portal/domain/calendar';
import { overlappingDays } from '@portal/domain/shift';
import { parseTypedNumber } from '@portal/domain/typed-number';
import { z } from 'zod';
import { weekOn } from './week-schedule.ts';

const minutes = (text: string) => (text.trim() === '' ? 0 : (parseTypedNumber(text) ?? Number.NaN));

const day = z.strictObject({
  works: z.boolean(),
  scheduledStartTime: z.string(),
  scheduledEndTime: z.string(),
  lunchStartTime: z.string(),
  lunchDuration: z.string(),
  gracePeriodMinutes: z.string(),
  requiresLunchBreak: z.boolean(),
});
export type DayInput = z.input<typeof day>;

/** Schema of the week form: seven days, Monday first. Working days are validated with the contract's schema. */
export const weekForm = z
  .strictObject({ effectiveFrom: dateOnly('Effective from'), days: z.array(day) })
  .transform(({ effectiveFrom, days }, context) => {
    const shifts = days.flatMap(({ works, ...fields }, index) => {
      if (!works) return [];
      const parsed = scheduleDay.safeParse({
        ...fields,
        dayOfWeek: DAYS_FROM_MONDAY[index],
        lunchStartTime: fields.lunchStartTime === '' ? null : fields.lunchStartTime,
        lunchDuration: minutes(fields.lunchDuration),
        gracePeriodMinutes: minutes(fields.gracePeriodMinutes),
      });
      if (parsed.success) return [parsed.data];
      for (const { path, message } of parsed.error.issues)
        context.addIssue({ code: 'custom', path: ['days', index, ...path], message });
      return [];
    });
    const overlap = overlappingDays(shifts);
    if (overlap !== undefined) {
      const [first, next] = overlap.map(({ dayOfWeek }) => DAY_NAMES[dayOfWeek]);
      context.addIssue({
        code: 'custom',
        path: ['days', dayIndex(overlap[1].dayOfWeek), 'scheduledStartTime'],
        message: `The ${first} shift overlaps the ${next} shift`,
      });
    }
    return { effectiveFrom, days: shifts };
  });
export type WeekInput = z.input<typeof weekForm>;

const dayIndex = (dayOfWeek: number) => DAYS_FROM_MONDAY.findIndex((each) => each === dayOfWeek);

/** Default values of a day when it is checked. */
const DEFAULT_DAY: Omit<DayInput, 'works'> = {
  scheduledStartTime: '08:00',
  scheduledEndTime: '17:00',
  lunchStartTime: '12:00',
  lunchDuration: '30',
  gracePeriodMinutes: '5',
  requiresLunchBreak: true,
};

/** The form values of the schedule in effect on a date. */
export function weekInput(shifts: readonly Schedule[], date: string): WeekInput {
  return {
    effectiveFrom: date,
    days: weekOn(shifts, date).map((shift) =>
      shift === undefined ? { works: false, ...DEFAULT_DAY } : dayInput(shift),
    ),
  };
}

function dayInput(shift: Schedule): DayInput {
  return {
    works: true,
    scheduledStartTime: shift.scheduledStartTime,
    scheduledEndTime: shift.scheduledEndTime,
    lunchStartTime: shift.lunchStartTime ?? '',
    lunchDuration: String(shift.lunchDuration),
    gracePeriodMinutes: String(shift.gracePeriodMinutes),
    requiresLunchBreak: shift.requiresLunchBreak,
  };
}
