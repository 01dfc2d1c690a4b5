import { isTimeOfDay } from '@portal/domain/calendar';
import { shiftProblems, type Shift } from '@portal/domain/shift';
import { z } from 'zod';
import { endpoint, permission } from './core/endpoint.ts';
import { id, idParams, version } from './core/fields.ts';
import { page, pageSize } from './core/list.ts';
import { workDay } from './core/work-day.ts';

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

const lunchStartTime = timeOfDay('Lunch').nullish();
/** Minutes. */
const lunchDuration = minutes('Lunch duration', 240);
const gracePeriodMinutes = minutes('Grace period', 120);
const requiresLunchBreak = z.boolean({ error: 'Lunch required must be true or false' });

/** One day of a weekly grid. A shift that ends at or before its start on the clock ends on the next day; rules in domain/shift.ts. */
const shiftFields = {
  dayOfWeek: z
    .int({ error: 'Day must be 0 (Sunday) to 6' })
    .min(0, 'Day must be 0 (Sunday) to 6')
    .max(6, 'Day must be 0 (Sunday) to 6'),
  scheduledStartTime: timeOfDay('Start'),
  scheduledEndTime: timeOfDay('End'),
  lunchStartTime: lunchStartTime.transform((text) => text ?? null),
  lunchDuration: lunchDuration.default(0),
  gracePeriodMinutes: gracePeriodMinutes.default(0),
  requiresLunchBreak: requiresLunchBreak.default(false),
};
const effective = {
  /** First day it holds for; absent: today. */
  effectiveFrom: workDay('Effective from').optional(),
  /** Last day it holds for; null: without end. */
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
  error: 'The last day must not be before the first',
};

export const scheduleAddBody = z
  .strictObject({ userId: id, ...shiftFields, ...effective })
  .superRefine(checkShift)
  .refine(isOrdered, ORDER_MESSAGE);
/** What is absent stays as it is; a null `effectiveTo` is without end. The server judges the shift with what stays. */
export const scheduleChangeBody = z.strictObject({
  ...shiftFields,
  lunchStartTime,
  lunchDuration: lunchDuration.optional(),
  gracePeriodMinutes: gracePeriodMinutes.optional(),
  requiresLunchBreak: requiresLunchBreak.optional(),
  effectiveFrom: workDay('Effective from').optional(),
  effectiveTo: workDay('Effective to').nullish(),
  version,
});
/** A day of the weekly grid. */
export const scheduleDay = z.strictObject(shiftFields).superRefine(checkShift);

/** A person's shift on one day of the week during a time. Times are HH:mm in the practice's zone; lengths are minutes. */
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
const own = { tag, guard: permission('Timecard.View'), healthData: false } as const;
const schedules = { tag, guard: permission('Timecard.ManageSchedules'), healthData: false } as const;

/** People to choose from in the screens of reports, schedules and corrections. */
export const timecardPeople = endpoint({
  tag,
  guard: permission('Timecard.ViewReports', 'Timecard.ManageSchedules', 'Timecard.ManageTimecards'),
  healthData: false,
  method: 'GET',
  path: '/timecard/people',
  summary: 'Active people by name, for pickers',
  query: z.strictObject({
    search: z.string().trim().max(100, 'The search can have at most 100 characters').optional(),
    page,
    pageSize,
  }),
  response: z.object({ data: z.array(timecardPerson), totalCount: z.int() }),
  audit: null,
});
export const scheduleMine = endpoint({
  ...own,
  method: 'GET',
  path: '/timecard/schedule',
  summary: 'One’s own schedule, what holds now or later, by day and start of effect',
  response: z.array(schedule),
  audit: null,
});
export const scheduleToday = endpoint({
  ...own,
  method: 'GET',
  path: '/timecard/schedule/today',
  summary: 'One’s own shift today',
  response: z.object({ date: z.string(), hasSchedule: z.boolean(), schedule: schedule.nullable() }),
  audit: null,
});
export const schedulePeople = endpoint({
  ...schedules,
  method: 'GET',
  path: '/timecard/schedule/people',
  summary: 'Active people by name with the week that holds on a day (absent: today)',
  query: z.strictObject({
    search: z.string().trim().max(100, 'The search can have at most 100 characters').optional(),
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
export const scheduleOfUser = endpoint({
  tag,
  guard: permission('Timecard.View', 'Timecard.ManageSchedules'),
  healthData: false,
  method: 'GET',
  path: '/timecard/schedule/:userId',
  summary: 'A person’s schedule, what holds now or later; other people’s for ManageSchedules only',
  params: z.strictObject({ userId: id }),
  response: z.array(schedule),
  audit: null,
  errors: ['NOT_FOUND'],
});
export const scheduleAdd = endpoint({
  ...schedules,
  method: 'POST',
  path: '/timecard/schedule',
  summary: 'Add a shift to somebody’s week',
  body: scheduleAddBody,
  response: schedule,
  status: 201,
  audit: 'Created',
  creates: true,
  errors: ['CONFLICT', 'IDEMPOTENCY_MISMATCH'],
});
export const scheduleChange = endpoint({
  ...schedules,
  method: 'PUT',
  path: '/timecard/schedule/:id',
  summary: 'Change a shift; an absent effectiveFrom stays as it is',
  params: idParams,
  body: scheduleChangeBody,
  response: schedule,
  audit: 'Updated',
  errors: ['NOT_FOUND', 'STALE', 'CONFLICT'],
});
export const scheduleDelete = endpoint({
  ...schedules,
  method: 'DELETE',
  path: '/timecard/schedule/:id',
  summary: 'Remove a shift as if it had never been; to end one, set its last day',
  params: idParams,
  response: z.undefined(),
  status: 204,
  audit: 'Deleted',
  errors: ['NOT_FOUND'],
});
/** The whole week of one person in one step: what the weekly grid saves. */
export const scheduleSetWeek = endpoint({
  ...schedules,
  method: 'PUT',
  path: '/timecard/schedule/week/:userId',
  summary:
    'Set a person’s week from a day on; what held before ends the day before, what was planned from that day on is replaced',
  params: z.strictObject({ userId: id }),
  body: z.strictObject({
    effectiveFrom: workDay('Effective from'),
    /** One entry a day; days that are absent are days off. */
    days: z
      .array(scheduleDay, { error: 'Days are required' })
      .max(7, 'A week has at most 7 days')
      .refine(
        (days) => new Set(days.map((day) => day.dayOfWeek)).size === days.length,
        'A day can be given once',
      ),
    /** The shifts the form was loaded with (scheduleOfUser): when they have changed since, it is refused as STALE. */
    basedOn: z
      .array(z.strictObject({ id, version: z.int() }))
      .max(200)
      .optional(),
  }),
  response: z.array(schedule),
  audit: 'Updated',
  errors: ['NOT_FOUND', 'STALE', 'CONFLICT'],
});
export const scheduleCopy = endpoint({
  ...schedules,
  method: 'POST',
  path: '/timecard/schedule/copy',
  summary: 'Give other people the week that a person has on a day, from that day on',
  body: z.strictObject({
    sourceUserId: id,
    userIds: z
      .array(id, { error: 'Choose whom to copy to' })
      .min(1, 'Choose whom to copy to')
      .max(200, 'Copy to at most 200 people at once'),
    effectiveFrom: workDay('Effective from'),
  }),
  response: z.object({ affectedUserCount: z.int() }),
  audit: 'Updated',
  errors: ['CONFLICT'],
});
