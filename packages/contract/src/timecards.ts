import { daysBetween } from '@portal/domain/calendar';
import { DEFAULT_PAGE_SIZE } from '@portal/domain/list';
import { cardProblems, CLOCK_NOTES_MAX, type CardMoments } from '@portal/domain/timecard';
import { z } from 'zod';
import { endpoint, permission } from './core/endpoint.ts';
import { id, idParams, instant, optionalLines, reason, version } from './core/fields.ts';
import { file } from './core/file.ts';
import { bodyPage, bodyPageSizeOf, listTotals, page, pageSize } from './core/list.ts';
import { userRef } from './core/refs.ts';
import { workDay } from './core/work-day.ts';

export const CORRECTION_ACTIONS = ['Added', 'Changed', 'Closed', 'Deleted'] as const;

/**
 * A timecard. Every length of time of timecards and reports is in seconds, counted in whole minutes; an open card's run to
 * the moment of the answer.
 */
export const timecard = z.object({
  id,
  userId: id,
  /** First and last name. */
  userName: z.string(),
  /** The day of the clock-in in the practice's zone. */
  workDate: z.string(),
  clockInTime: z.string(),
  clockOutTime: z.string().nullable(),
  lunchStartTime: z.string().nullable(),
  lunchEndTime: z.string().nullable(),
  /** Seconds of lunch; null when none was begun. */
  lunchDuration: z.int().nullable(),
  /** Seconds worked, lunch excluded; 16 hours at most while `isUnconfirmed`. */
  totalHours: z.int(),
  isComplete: z.boolean(),
  notes: z.string().nullable(),
  /** The schedule of the day asks for a lunch break. */
  lunchRequired: z.boolean(),
  /** The schedule asks for a lunch break and none of the day's cards has one, nor a pause between them that is as long. */
  lunchDue: z.boolean(),
  /** The day's last card, all of them complete and the lunch break still due: warns, deducts nothing. */
  lunchMissing: z.boolean(),
  /** Open, or was open, for more than 16 hours. */
  isTooLong: z.boolean(),
  /** Too long, and no correction has confirmed its clock-out. */
  isUnconfirmed: z.boolean(),
  /** Added or changed by somebody with Timecard.ManageTimecards, or closed because its user was deactivated. */
  isCorrected: z.boolean(),
  /** The newest correction. */
  lastCorrection: z
    .object({ action: z.enum(CORRECTION_ACTIONS), at: z.string(), byName: z.string(), reason: z.string() })
    .nullable(),
  version: z.int(),
});
export type Timecard = z.output<typeof timecard>;

const cardTimes = z.object({
  clockInTime: z.string(),
  clockOutTime: z.string().nullable(),
  lunchStartTime: z.string().nullable(),
  lunchEndTime: z.string().nullable(),
  notes: z.string().nullable(),
});
/** What a correction did, with the values before and after. */
export const timecardCorrection = z.object({
  id,
  at: z.string(),
  by: userRef,
  action: z.enum(CORRECTION_ACTIONS),
  reason: z.string(),
  /** Null for one that was added. */
  oldValues: cardTimes.nullable(),
  /** Null for one that was deleted. */
  newValues: cardTimes.nullable(),
});
export type TimecardCorrection = z.output<typeof timecardCorrection>;
/** One card with its corrections, oldest first. */
export const timecardDetail = timecard.extend({ corrections: z.array(timecardCorrection) });
export type TimecardDetail = z.output<typeof timecardDetail>;

export const TIMECARD_STATUSES = ['Complete', 'InProgress', 'TooLong'] as const;
export type TimecardStatus = (typeof TIMECARD_STATUSES)[number];

const orderedRange = (input: { startDate?: string | undefined; endDate?: string | undefined }) =>
  input.startDate === undefined || input.endDate === undefined || input.startDate <= input.endDate;
const RANGE_MESSAGE = { path: ['endDate'], error: 'The end date must not be before the start date' };
/** The most days that a search over everybody spans. */
export const SEARCH_DAYS_MAX = 366;

/** Both days included, by the day of the clock-in; absent: the last 30 days. */
const ownRange = { startDate: workDay('Start date').optional(), endDate: workDay('End date').optional() };
export const timecardSearchBody = z
  .strictObject({
    userId: id.optional(),
    startDate: workDay('Start date'),
    endDate: workDay('End date'),
    status: z.enum(TIMECARD_STATUSES, { error: `Status must be ${TIMECARD_STATUSES.join(', ')}` }).optional(),
    page: bodyPage,
    pageSize: bodyPageSizeOf(DEFAULT_PAGE_SIZE),
  })
  .refine(orderedRange, RANGE_MESSAGE)
  .refine(({ startDate, endDate }) => daysBetween(startDate, endDate) < SEARCH_DAYS_MAX, {
    path: ['endDate'],
    error: `Search at most ${SEARCH_DAYS_MAX} days at once`,
  });

const notes = optionalLines('Notes', CLOCK_NOTES_MAX);
const optionalInstant = (label: string) =>
  instant(label)
    .nullish()
    .transform((text) => text ?? null);
const correction = {
  clockInTime: instant('Clock in'),
  clockOutTime: optionalInstant('Clock out'),
  lunchStartTime: optionalInstant('Lunch start'),
  lunchEndTime: optionalInstant('Lunch end'),
  notes,
  reason,
};
const checkMoments = (card: CardMoments, context: z.RefinementCtx) => {
  for (const [field, message] of Object.entries(cardProblems(card)))
    context.addIssue({ code: 'custom', path: [field], message });
};
/** That nothing lies in the future is checked with the server's time. */
export const timecardAddBody = z.strictObject({ userId: id, ...correction }).superRefine(checkMoments);
/** What is absent stays as it is; null clears it. The moments are judged with the ones that stay, by the server. */
export const timecardChangeBody = z.strictObject({
  clockInTime: instant('Clock in'),
  clockOutTime: instant('Clock out').nullish(),
  lunchStartTime: instant('Lunch start').nullish(),
  lunchEndTime: instant('Lunch end').nullish(),
  notes: notes.optional(),
  reason,
  version,
});

const tag = 'Timecards';
const own = { tag, guard: permission('Timecard.View'), healthData: false } as const;
const manage = { tag, guard: permission('Timecard.ManageTimecards'), healthData: false } as const;
const transition = {
  ...own,
  method: 'POST',
  params: idParams,
  response: timecard,
  audit: 'Updated',
  errors: ['NOT_FOUND', 'CONFLICT'],
} as const;

export const timecardClockIn = endpoint({
  ...own,
  method: 'POST',
  path: '/timecard/clock-in',
  summary: 'Clock in; refused while clocked in',
  body: z.strictObject({ notes }).nullish(),
  response: timecard,
  status: 201,
  audit: 'Created',
  creates: true,
  errors: ['CONFLICT', 'IDEMPOTENCY_MISMATCH'],
});
export const timecardClockOut = endpoint({
  ...transition,
  path: '/timecard/clock-out/:id',
  summary: 'Clock out; refused during lunch',
});
export const timecardLunchStart = endpoint({
  ...transition,
  path: '/timecard/lunch/start/:id',
  summary: 'Start the lunch break, once a card',
});
export const timecardLunchEnd = endpoint({
  ...transition,
  path: '/timecard/lunch/end/:id',
  summary: 'End the lunch break',
});
export const timecardActive = endpoint({
  ...own,
  method: 'GET',
  path: '/timecard/active',
  summary: 'One’s own open timecard, and the server’s time for a live clock',
  response: z.object({ hasActive: z.boolean(), timecard: timecard.nullable(), serverTime: z.string() }),
  audit: null,
});
export const myTimecards = endpoint({
  ...own,
  method: 'GET',
  path: '/timecard/my-timecards',
  summary: 'One’s own timecards, newest first; totalHours is of the whole range',
  query: z.strictObject({ ...ownRange, page, pageSize }).refine(orderedRange, RANGE_MESSAGE),
  response: z.object({ data: z.array(timecard), totalCount: z.int(), totalHours: z.int() }),
  audit: null,
});
export const myTimecardsExport = endpoint({
  ...own,
  method: 'GET',
  path: '/timecard/my-timecards/export',
  summary: 'One’s own timecards as CSV, timecard-history-{date}.csv',
  query: z.strictObject(ownRange).refine(orderedRange, RANGE_MESSAGE),
  response: file,
  audit: 'Exported',
});
export const timecardGet = endpoint({
  tag,
  guard: permission('Timecard.View', 'Timecard.ViewReports', 'Timecard.ManageTimecards'),
  healthData: false,
  method: 'GET',
  path: '/timecard/:id',
  summary: 'One timecard with its corrections; other people’s for ViewReports and ManageTimecards only',
  params: idParams,
  response: timecardDetail,
  audit: null,
  errors: ['NOT_FOUND'],
});
export const timecardSearch = endpoint({
  tag,
  guard: permission('Timecard.ManageTimecards', 'Timecard.ViewReports'),
  healthData: false,
  method: 'POST',
  path: '/timecard/search',
  summary: 'Everybody’s timecards, newest first',
  body: timecardSearchBody,
  response: z.object({ data: z.array(timecard), ...listTotals }),
  audit: 'Accessed',
});

export const timecardAdd = endpoint({
  ...manage,
  method: 'POST',
  path: '/timecard/admin/timecard',
  summary: 'Add somebody’s timecard that was forgotten, with a reason',
  body: timecardAddBody,
  response: timecardDetail,
  status: 201,
  audit: 'Created',
  creates: true,
  errors: ['CONFLICT', 'IDEMPOTENCY_MISMATCH'],
});
export const timecardChange = endpoint({
  ...manage,
  method: 'PUT',
  path: '/timecard/admin/timecard/:id',
  summary: 'Correct a timecard, with a reason; the old values are kept',
  params: idParams,
  body: timecardChangeBody,
  response: timecardDetail,
  audit: 'Updated',
  errors: ['NOT_FOUND', 'STALE', 'CONFLICT'],
});
export const timecardDelete = endpoint({
  ...manage,
  method: 'DELETE',
  path: '/timecard/admin/timecard/:id',
  summary: 'Delete a timecard, with a reason; it is kept with its values but counts nowhere',
  params: idParams,
  body: z.strictObject({ reason }),
  response: timecardDetail,
  audit: 'Deleted',
  errors: ['NOT_FOUND'],
});
