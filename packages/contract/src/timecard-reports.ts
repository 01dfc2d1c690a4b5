import { dayOfWeek } from '@portal/domain/calendar';
import { z } from 'zod';
import { endpoint, permission } from './core/endpoint.ts';
import { id } from './core/fields.ts';
import { file } from './core/file.ts';
import { workDay } from './core/work-day.ts';

/** Whether cards open over 16 hours that nobody has corrected are among the hours; they count up to 16 hours. */
const isUnconfirmed = z.boolean();

/** Reports. Every length of time is in seconds, counted in whole minutes: totals are the sums of days. */
export const weeklyReportRow = z.object({
  userId: id,
  userName: z.string(),
  employeeId: z.string(),
  /** Seven, indexed by the day of the week: 0 is Sunday, the last day of the week. Seconds. */
  dailyHours: z.array(z.object({ date: z.string(), workedHours: z.int(), isUnconfirmed })),
  totalWeeklyHours: z.int(),
  regularHours: z.int(),
  overtimeHours: z.int(),
  hasOvertime: z.boolean(),
  isUnconfirmed,
  /** Still at work within the week: the figures are those of now. */
  isClockedIn: z.boolean(),
});
export type WeeklyReportRow = z.output<typeof weeklyReportRow>;

/** What the arrival table shows; `Not Started` is neither late nor absent. */
export const ARRIVAL_STATUSES = ['Absent', 'On Time', 'Late', 'Not Started'] as const;
export const employeeArrival = z.object({
  userId: id,
  userName: z.string(),
  employeeId: z.string(),
  scheduledArrival: z.string(),
  actualArrival: z.string().nullable(),
  isAbsent: z.boolean(),
  isOnTime: z.boolean(),
  /** Whole minutes after the scheduled arrival, counted from the start of the shift; 0 within the grace period. */
  minutesLate: z.int(),
  status: z.enum(ARRIVAL_STATUSES),
});
export type EmployeeArrival = z.output<typeof employeeArrival>;

const weekStartDate = workDay('Week start').refine(
  (date) => dayOfWeek(date) === 1,
  'The week must start on a Monday',
);
const tag = 'Timecards';
const reports = { tag, guard: permission('Timecard.ViewReports'), healthData: false } as const;

export const timecardWeekly = endpoint({
  ...reports,
  method: 'GET',
  path: '/timecard/report/weekly',
  summary: 'One person’s week',
  query: z.strictObject({ userId: id, weekStartDate }),
  response: weeklyReportRow,
  audit: null,
  errors: ['NOT_FOUND'],
});
export const timecardWeeklyAll = endpoint({
  ...reports,
  method: 'GET',
  path: '/timecard/report/weekly-all',
  summary: 'The week of everybody who worked or was scheduled, by name',
  query: z.strictObject({ weekStartDate }),
  response: z.array(weeklyReportRow),
  audit: null,
});
export const timecardWeeklyExport = endpoint({
  ...reports,
  method: 'GET',
  path: '/timecard/report/weekly-all/export',
  summary: 'The same as CSV, weekly-hours-report-{Monday of the week}.csv',
  query: z.strictObject({ weekStartDate }),
  response: file,
  audit: 'Exported',
});
export const timecardOvertime = endpoint({
  ...reports,
  method: 'GET',
  path: '/timecard/report/overtime',
  summary: 'Who worked overtime in a week, the most first',
  query: z.strictObject({ weekStartDate }),
  response: z.object({
    totalEmployeesWithOvertime: z.int(),
    totalOvertimeHours: z.int(),
    weekStartDate: z.string(),
    weekEndDate: z.string(),
    /** Seconds a week, and a day where that rule is in use, beyond which time is overtime. */
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
      }),
    ),
  }),
  audit: null,
});
export const timecardCompliance = endpoint({
  ...reports,
  method: 'GET',
  path: '/timecard/report/compliance',
  summary: 'Who of those scheduled on a day arrived on time',
  query: z.strictObject({ date: workDay('Date') }),
  response: z.object({
    date: z.string(),
    /** Everybody scheduled: on time, late, absent and not started add up to it. */
    totalEmployees: z.int(),
    onTimeCount: z.int(),
    lateCount: z.int(),
    absentCount: z.int(),
    notStartedCount: z.int(),
    /** Of those whose shift has begun, to one decimal; null while nobody’s has. */
    compliancePercentage: z.number().nullable(),
    employeeArrivals: z.array(employeeArrival),
  }),
  audit: null,
});
