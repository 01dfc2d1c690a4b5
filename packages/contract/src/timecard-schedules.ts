import { isTimeOfDay } from '@portal/domain/calendar';
import { shiftProblems, type Shift } from '@portal/domain/shift';
import { z } from 'zod';
import { changeOf } from './core/change.ts';
import { permission } from './core/endpoint.ts';
import { id, queryFlag, version } from './core/fields.ts';
import { page, pageSize, search } from './core/list.ts';
import { workDay } from './core/work-day.ts';
import { acts, changes, creates, reads, removes } from './core/verbs.ts';

const timeOfDay = (label: string) =>
  z
    .string({
      error: (issue) => (issue.input === undefined ? `${label} is required` : `${label} must be a time`),
    })
    .refine(isTimeOfDay, { error: `${label} must be a time such as 08:30`, abort: true });
const minutes = (label: string, max: number) =>
  z
    .int({ error: `${label} must be a whole number of minutes` })
    .min(0, `${label} must not be negative`)
    .max(max, `${label} can be at most ${max} minutes`);

/**
 * One day of a weekly schedule. A shift whose end time is not after its start time ends on the next day (see
 * domain/shift.ts).
 */
const shiftFields = {
  dayOfWeek: z
    .int({ error: 'Day must be 0 (Sunday) to 6' })
    .min(0, 'Day must be 0 (Sunday) to 6')
    .max(6, 'Day must be 0 (Sunday) to 6'),
  scheduledStartTime: timeOfDay('Start'),
  scheduledEndTime: timeOfDay('End'),
  lunchStartTime: timeOfDay('Lunch')
    .nullish()
    .transform((text) => text ?? null),
  /** Minutes. */
  lunchDuration: minutes('Lunch duration', 240).default(0),
  gracePeriodMinutes: minutes('Grace period', 120).default(0),
  requiresLunchBreak: z.boolean({ error: 'Lunch required must be true or false' }).default(false),
};
const effective = {
  /** First day in effect; defaults to today. Before today only in a person's first schedule. */
  effectiveFrom: workDay('Effective from').optional(),
  /** Last day in effect; null means no end date. */
  effectiveTo: workDay('Effective to')
    .nullish()
    .transform((text) => text ?? null),
};

const checkShift = (shift: Shift, context: z.RefinementCtx) => {
  for (const [field, message] of Object.entries(shiftProblems(shift)))
    context.addIssue({ code: 'custom', path: [field], message });
};
const isOrdered = (period: { effectiveFrom?: string | undefined; effectiveTo: string | null }) =>
  period.effectiveFrom === undefined ||
  period.effectiveTo === null ||
  period.effectiveFrom <= period.effectiveTo;
const ORDER_MESSAGE = {
  path: ['effectiveTo'],
  error: 'The last day must not be before the first day',
};

export const scheduleAddBody = z
  .strictObject({ userId: id, ...shiftFields, ...effective })
  .superRefine(checkShift)
  .refine(isOrdered, ORDER_MESSAGE);
/**
 * A null `effectiveTo` means no end date. The change holds from `effectiveFrom` on: by default from today, or
 * from the first day of a shift that begins later. Days before it keep the shift as it was, as a shift of its own. The server validates the
 * resulting shift.
 */
export const scheduleChangeBody = z.strictObject({
  ...changeOf({ ...shiftFields, ...effective }),
  version,
});
/** One day of a weekly schedule, validated. */
export const scheduleDay = z.strictObject(shiftFields).superRefine(checkShift);

/** An employee's shift on one day of the week. Times are HH:mm in the practice's time zone; durations are in minutes. */
export const schedule = z.object({
  id,
  userId: id,
  userName: z.string(),
  dayOfWeek: z.int(),
  scheduledStartTime: z.string(),
  scheduledEndTime: z.string(),
  lunchStartTime: z.string().nullable(),
  lunchDuration: z.int(),
  gracePeriodMinutes: z.int(),
  requiresLunchBreak: z.boolean(),
  effectiveFrom: z.string(),
  effectiveTo: z.string().nullable(),
  version: z.int(),
});
export type Schedule = z.output<typeof schedule>;

export const timecardPerson = z.object({
  userId: id,
  userName: z.string(),
  employeeId: z.string(),
  isActive: z.boolean(),
});
export type TimecardPerson = z.output<typeof timecardPerson>;

const tag = 'Timecards';

/** The topic of the live connection for changes of an employee’s schedule. */
export const scheduleTopic = (userId: string): string => `schedule ${userId}`;

const own = { tag, guard: permission('Timecard.View'), healthData: false } as const;
const schedules = { tag, guard: permission('Timecard.ManageSchedules'), healthData: false } as const;

/** Employees for the pickers of the report, schedule and correction screens. */
export const timecardPeople = reads('/timecard/people', {
  tag,
  guard: permission('Timecard.ViewReports', 'Timecard.ManageSchedules', 'Timecard.ManageTimecards'),
  healthData: false,
  summary: 'List active employees by name, for pickers',
  query: z.strictObject({
    search,
    page,
    pageSize,
  }),
  response: z.object({ data: z.array(timecardPerson), totalCount: z.int() }),
  audit: null,
});
export const scheduleMine = reads('/timecard/schedule', own, {
  summary: 'List your own current and future shifts, by day and effective date',
  response: z.array(schedule),
  audit: null,
});
export const scheduleToday = reads('/timecard/schedule/today', own, {
  summary: 'Get your own shift today',
  response: z.object({ date: z.string(), hasSchedule: z.boolean(), schedule: schedule.nullable() }),
  audit: null,
});
export const schedulePeople = reads('/timecard/schedule/people', schedules, {
  summary: 'List active employees by name with their schedule on a date (default: today)',
  query: z.strictObject({
    search,
    date: workDay('Date').optional(),
    page,
    pageSize,
  }),
  response: z.object({
    data: z.array(timecardPerson.extend({ schedules: z.array(schedule) })),
    totalCount: z.int(),
  }),
  audit: null,
});
export const scheduleOfUser = reads('/timecard/schedule/:userId', {
  tag,
  guard: permission('Timecard.View', 'Timecard.ManageSchedules'),
  healthData: false,
  summary:
    'List an employee’s current and future shifts, or all; other people’s require Timecard.ManageSchedules',
  params: z.strictObject({ userId: id }),
  /** Whether to include shifts that ended before today. */
  query: z.strictObject({ includeEnded: queryFlag }),
  response: z.array(schedule),
  audit: null,
  errors: ['NOT_FOUND'],
});
export const scheduleAdd = creates('/timecard/schedule', schedules, {
  summary: 'Add a shift to an employee’s schedule',
  body: scheduleAddBody,
  response: schedule,
  errors: ['CONFLICT'],
});
export const scheduleChange = changes('/timecard/schedule/:id', schedules, {
  summary: 'Change a shift from a day on, by default today; past days keep it as it was',
  body: scheduleChangeBody,
  response: schedule,
  errors: ['STALE', 'CONFLICT'],
});
export const scheduleDelete = removes('/timecard/schedule/:id', schedules, {
  summary: 'End a shift from a day on, by default today; past days keep it',
  query: z.strictObject({ effectiveFrom: workDay('Effective from').optional() }),
  errors: ['CONFLICT'],
});
/** Replaces one employee's weekly schedule in one request, as the weekly grid saves it. */
export const scheduleSetWeek = changes('/timecard/schedule/week/:userId', schedules, {
  summary: 'Set an employee’s weekly schedule from a date on; current shifts end, later ones are replaced',
  params: z.strictObject({ userId: id }),
  body: z.strictObject({
    effectiveFrom: workDay('Effective from'),
    /** At most one entry per day; days that are absent are days off. */
    days: z
      .array(scheduleDay, { error: 'Days are required' })
      .max(7, 'A week has at most 7 days')
      .refine(
        (days) => new Set(days.map((day) => day.dayOfWeek)).size === days.length,
        'Each day can appear only once',
      ),
    /** The shifts the form was loaded with (scheduleOfUser). The request fails with STALE if they have changed since. */
    basedOn: z
      .array(z.strictObject({ id, version: z.int() }))
      .max(200)
      .optional(),
  }),
  response: z.array(schedule),
  errors: ['NOT_FOUND', 'STALE', 'CONFLICT'],
});
export const scheduleCopy = acts('/timecard/schedule/copy', schedules, {
  summary: 'Copy an employee’s schedule on a date to other employees, from that date on',
  body: z.strictObject({
    sourceUserId: id,
    userIds: z
      .array(id, { error: 'Choose who to copy to' })
      .min(1, 'Choose who to copy to')
      .max(200, 'Copy to at most 200 employees at once'),
    effectiveFrom: workDay('Effective from'),
  }),
  response: z.object({ affectedUserCount: z.int() }),
  audit: 'Updated',
  errors: ['CONFLICT'],
});
