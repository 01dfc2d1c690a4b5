import { dayOfWeek } from '@portal/domain/calendar';
import { z } from 'zod';
import { permission } from './core/endpoint.ts';
import { id } from './core/fields.ts';
import { csvFile } from './core/file.ts';
import { workDay } from './core/work-day.ts';
import { reads } from './core/verbs.ts';

/** Whether the hours include uncorrected timecards open over 16 hours. Each of these counts up to 16 hours. */
const isUnconfirmed = z.boolean();
/** Whether it includes a timecard that its owner corrected, added or deleted, which nobody else has confirmed. */
const isOwnCorrection = z.boolean();

/**
 * One user's week. Durations are in seconds. Each time of a timecard is cut to its minute before it is counted (see `timecard`), so they are
 * whole minutes, and totals equal the sum of the days.
 */
export const weeklyReportRow = z.object({
  userId: id,
  userName: z.string(),
  employeeId: z.string(),
  /** Seven entries indexed by day of the week: 0 is Sunday, which ends the week. */
  dailyHours: z.array(z.object({ date: z.string(), workedHours: z.int(), isUnconfirmed, isOwnCorrection })),
  totalWeeklyHours: z.int(),
  regularHours: z.int(),
  overtimeHours: z.int(),
  hasOvertime: z.boolean(),
  isUnconfirmed,
  isOwnCorrection,
  /** Clocked in during this week: the hours are as of now. */
  isClockedIn: z.boolean(),
});
export type WeeklyReportRow = z.output<typeof weeklyReportRow>;

/** Statuses of the arrival table; `Not Started` is neither late nor absent. */
export const ARRIVAL_STATUSES = ['Absent', 'On Time', 'Late', 'Not Started'] as const;
export const employeeArrival = z.object({
  userId: id,
  userName: z.string(),
  employeeId: z.string(),
  scheduledArrival: z.string(),
  actualArrival: z.string().nullable(),
  isAbsent: z.boolean(),
  isOnTime: z.boolean(),
  /** From the start of the shift to the clock-in, without seconds; 0 within the grace period. */
  minutesLate: z.int(),
  status: z.enum(ARRIVAL_STATUSES),
  isOwnCorrection,
});
export type EmployeeArrival = z.output<typeof employeeArrival>;

const weekStartDate = workDay('Week start').refine(
  (date) => dayOfWeek(date) === 1,
  'The week must start on a Monday',
);
const tag = 'Timecards';
const reports = { tag, guard: permission('Timecard.ViewReports'), healthData: false } as const;

export const timecardWeekly = reads('/timecard/report/weekly', reports, {
  summary: 'Get one employee’s weekly hours',
  query: z.strictObject({ userId: id, weekStartDate }),
  response: weeklyReportRow,
  audit: null,
  errors: ['NOT_FOUND'],
});
export const timecardWeeklyAll = reads('/timecard/report/weekly-all', reports, {
  summary: 'Get the weekly hours of everyone who worked or was scheduled, by name',
  query: z.strictObject({ weekStartDate }),
  response: z.array(weeklyReportRow),
  audit: null,
});
export const timecardWeeklyExport = reads('/timecard/report/weekly-all/export', reports, {
  summary: 'Export the weekly hours as CSV, weekly-hours-report-{Monday of the week}.csv',
  query: z.strictObject({ weekStartDate }),
  ...csvFile,
  audit: 'Exported',
});
export const timecardOvertime = reads('/timecard/report/overtime', reports, {
  summary: 'List employees with overtime in a week, most overtime first',
  query: z.strictObject({ weekStartDate }),
  response: z.object({
    totalEmployeesWithOvertime: z.int(),
    totalOvertimeHours: z.int(),
    weekStartDate: z.string(),
    weekEndDate: z.string(),
    /** Seconds per week, and per day if the daily rule is on, above which time is overtime. */
    weeklyThreshold: z.int(),
    dailyThreshold: z.int().nullable(),
    employeesWithOvertime: z.array(
      z.object({
        userId: id,
        userName: z.string(),
        employeeId: z.string(),
        totalHours: z.int(),
        regularHours: z.int(),
        overtimeHours: z.int(),
        isUnconfirmed,
        isOwnCorrection,
      }),
    ),
  }),
  audit: null,
});
/** Weeks that `timecardOvertimeWeeks` compares. */
export const OVERTIME_WEEKS = 12;
export const timecardOvertimeWeeks = reads('/timecard/report/overtime-weeks', reports, {
  summary: 'Get everyone’s overtime in the 12 weeks up to a week, oldest first',
  query: z.strictObject({ weekStartDate }),
  response: z.array(
    z.object({
      weekStartDate: z.string(),
      /** In seconds. */
      overtimeHours: z.int(),
    }),
  ),
  audit: null,
});
export const timecardCompliance = reads('/timecard/report/compliance', reports, {
  summary: 'Get arrival compliance for everyone scheduled on a day',
  query: z.strictObject({ date: workDay('Date') }),
  response: z.object({
    date: z.string(),
    /** Everyone scheduled: on time, late, absent and not started add up to it. */
    totalEmployees: z.int(),
    onTimeCount: z.int(),
    lateCount: z.int(),
    absentCount: z.int(),
    notStartedCount: z.int(),
    /** Of employees whose shift has started, to one decimal; null if no shift has started. */
    compliancePercentage: z.number().nullable(),
    employeeArrivals: z.array(employeeArrival),
  }),
  audit: null,
});
