import type { Schedule, TimecardPerson } from '@portal/contract/timecard-schedules';
import { fullName } from '@portal/domain/person-name';
import type { Insertable } from 'kysely';
import type { TimecardSchedulesTable } from '#db/schema.ts';
import type { EmployeeRow } from '../employee-repo.ts';
import type { ScheduleRow } from './schedule-repo.ts';

/** The fields of a shift in the API. */
export type ShiftFields = Pick<
  Schedule,
  | 'dayOfWeek'
  | 'scheduledStartTime'
  | 'scheduledEndTime'
  | 'lunchStartTime'
  | 'lunchDuration'
  | 'gracePeriodMinutes'
  | 'requiresLunchBreak'
>;

const minutePart = (time: string) => time.slice(0, 5);

/** Converts a row to an employee for pickers. */
export const presentEmployee = (row: EmployeeRow): TimecardPerson => ({
  userId: row.id,
  userName: fullName(row.first_name, row.last_name),
  employeeId: row.employee_id,
  isActive: row.is_active,
});

/** Converts a row to a schedule entry. */
export function presentSchedule(row: ScheduleRow): Schedule {
  return {
    id: row.id,
    userId: row.user_id,
    userName: fullName(row.first_name, row.last_name),
    ...shiftOf(row),
    effectiveFrom: row.effective_from,
    effectiveTo: row.effective_to,
    version: row.version,
  };
}

export const shiftOf = (row: ScheduleRow): ShiftFields => ({
  dayOfWeek: row.day_of_week,
  scheduledStartTime: minutePart(row.start_time),
  scheduledEndTime: minutePart(row.end_time),
  lunchStartTime: row.lunch_start_time === null ? null : minutePart(row.lunch_start_time),
  lunchDuration: row.lunch_minutes,
  gracePeriodMinutes: row.grace_minutes,
  requiresLunchBreak: row.requires_lunch,
});

export const shiftColumns = (shift: ShiftFields) =>
  ({
    day_of_week: shift.dayOfWeek,
    start_time: shift.scheduledStartTime,
    end_time: shift.scheduledEndTime,
    lunch_start_time: shift.lunchStartTime,
    lunch_minutes: shift.lunchDuration,
    grace_minutes: shift.gracePeriodMinutes,
    requires_lunch: shift.requiresLunchBreak,
  }) satisfies Partial<Insertable<TimecardSchedulesTable>>;
