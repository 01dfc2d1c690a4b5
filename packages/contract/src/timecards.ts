import { daysBetween } from '@portal/domain/calendar';
import { DEFAULT_PAGE_SIZE } from '@portal/domain/list';
import { cardProblems, CLOCK_NOTES_MAX, type CardMoments } from '@portal/domain/timecard';
import { z } from 'zod';
import { changeOf } from './core/change.ts';
import { permission } from './core/endpoint.ts';
import { id, idParams, instant, optionalLines, reason, version } from './core/fields.ts';
import { csvFile } from './core/file.ts';
import { bodyPage, bodyPageSizeOf, listTotals, page, pageSize } from './core/list.ts';
import { userRef } from './core/refs.ts';
import { workDay } from './core/work-day.ts';
import { acts, changes, creates, reads, removes } from './core/verbs.ts';

const cardTimes = z.object({
  clockInTime: z.string(),
  clockOutTime: z.string().nullable(),
  lunchStartTime: z.string().nullable(),
  lunchEndTime: z.string().nullable(),
  notes: z.string().nullable(),
});

export const CORRECTION_ACTIONS = ['Added', 'Changed', 'Closed', 'Confirmed', 'Deleted', 'Proposed'] as const;
/** The topic of the live connection for changes of the user's own timecards. */
export const OWN_TIMECARD = 'own timecard';

/**
 * A timecard. Times have milliseconds; they come from the database's clock. For durations in timecards and
 * reports, each time is first cut to its minute, as it is shown, and never rounded up: 8:00:59 to 8:01:01 is 60 seconds, 8:00:00 to
 * 8:00:59 is 0. So durations are whole minutes in seconds, and a total is the sum of what it totals. Those of an open card run until the
 * time of the response.
 */
export const timecard = z.object({
  id,
  userId: id,
  /** First and last name. */
  userName: z.string(),
  /** The date of the clock-in in the practice's time zone. */
  workDate: z.string(),
  clockInTime: z.string(),
  clockOutTime: z.string().nullable(),
  lunchStartTime: z.string().nullable(),
  lunchEndTime: z.string().nullable(),
  /** Seconds of lunch; null when lunch was not started. */
  lunchDuration: z.int().nullable(),
  /** Seconds worked, excluding lunch; at most 16 hours while `isUnconfirmed`. */
  totalHours: z.int(),
  isComplete: z.boolean(),
  notes: z.string().nullable(),
  /** The day's schedule requires a lunch break. */
  lunchRequired: z.boolean(),
  /** A lunch break is required, but no card of the day has one and no gap between the cards is as long. */
  lunchDue: z.boolean(),
  /** The last card of a day whose cards are all complete, with lunch still due. Only a warning: nothing is deducted. */
  lunchMissing: z.boolean(),
  /** Is or was open for more than 16 hours. */
  isTooLong: z.boolean(),
  /** Open over 16 hours, with a clock-out that no correction has confirmed. */
  isUnconfirmed: z.boolean(),
  /** Added or changed by a user with Timecard.ManageTimecards, or closed because its user was deactivated. */
  isCorrected: z.boolean(),
  /** The owner made the last correction, and nobody else has confirmed it. Marked in every report. */
  isOwnCorrection: z.boolean(),
  /** What the owner proposes, while somebody else can confirm it. Nothing of it counts before that; a new card has no hours. */
  proposedTimes: cardTimes.nullable(),
  /** The newest correction. */
  lastCorrection: z
    .object({ action: z.enum(CORRECTION_ACTIONS), at: z.string(), byName: z.string(), reason: z.string() })
    .nullable(),
  version: z.int(),
});
export type Timecard = z.output<typeof timecard>;

/** A timecard in a list by dates. */
export const listedTimecard = timecard.extend({
  /** Seconds worked on the dates of the list, if the timecard also counts hours on other dates. */
  hoursInRange: z.int().optional(),
});
export type ListedTimecard = z.output<typeof listedTimecard>;

/** A correction with the values before and after. */
export const timecardCorrection = z.object({
  id,
  at: z.string(),
  by: userRef,
  action: z.enum(CORRECTION_ACTIONS),
  reason: z.string(),
  /** Null for an added card. A confirmation of what counted already has the same values before and after. */
  oldValues: cardTimes.nullable(),
  /** Null for a deleted card. */
  newValues: cardTimes.nullable(),
});
export type TimecardCorrection = z.output<typeof timecardCorrection>;
/** A timecard with its corrections, oldest first. */
export const timecardDetail = timecard.extend({ corrections: z.array(timecardCorrection) });
export type TimecardDetail = z.output<typeof timecardDetail>;

export const TIMECARD_STATUSES = ['Complete', 'InProgress', 'TooLong', 'OwnCorrection'] as const;
export type TimecardStatus = (typeof TIMECARD_STATUSES)[number];

const orderedRange = (input: { startDate?: string | undefined; endDate?: string | undefined }) =>
  input.startDate === undefined || input.endDate === undefined || input.startDate <= input.endDate;
const RANGE_MESSAGE = { path: ['endDate'], error: 'The end date must not be before the start date' };
/** Most days in a search over all employees. */
export const SEARCH_DAYS_MAX = 366;

/** Both dates inclusive: timecards that begin or count hours on them; defaults to the last 30 days. */
const ownRange = { startDate: workDay('Start date').optional(), endDate: workDay('End date').optional() };
const searchFilters = {
  userId: id.optional(),
  startDate: workDay('Start date'),
  endDate: workDay('End date'),
  status: z.enum(TIMECARD_STATUSES, { error: `Status must be ${TIMECARD_STATUSES.join(', ')}` }).optional(),
};
const fewDays = ({ startDate, endDate }: { readonly startDate: string; readonly endDate: string }) =>
  daysBetween(startDate, endDate) < SEARCH_DAYS_MAX;
const DAYS_MESSAGE = { path: ['endDate'], error: `Search at most ${SEARCH_DAYS_MAX} days at once` };
export const timecardSearchBody = z
  .strictObject({ ...searchFilters, page: bodyPage, pageSize: bodyPageSizeOf(DEFAULT_PAGE_SIZE) })
  .refine(orderedRange, RANGE_MESSAGE)
  .refine(fewDays, DAYS_MESSAGE);

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
/** The server also checks that no time is in the future. */
export const timecardAddBody = z.strictObject({ userId: id, ...correction }).superRefine(checkMoments);
/** Null clears a field. The server validates the resulting times. */
export const timecardChangeBody = z.strictObject({ ...changeOf(correction), version });

const tag = 'Timecards';
const own = { tag, guard: permission('Timecard.View'), healthData: false } as const;
const manage = { tag, guard: permission('Timecard.ManageTimecards'), healthData: false } as const;
const transition = {
  ...own,
  params: idParams,
  response: timecard,
  audit: 'Updated',
  errors: ['NOT_FOUND', 'CONFLICT'],
  allowedForKeys: false,
} as const;

export const timecardClockIn = creates('/timecard/clock-in', own, {
  summary: 'Clock in; fails if already clocked in',
  body: z.strictObject({ notes }).nullish(),
  response: timecard,
  errors: ['CONFLICT'],
  allowedForKeys: false,
});
export const timecardClockOut = acts('/timecard/clock-out/:id', transition, {
  summary: 'Clock out; fails during lunch',
});
export const timecardLunchStart = acts('/timecard/lunch/start/:id', transition, {
  summary: 'Start the lunch break, once per timecard',
});
export const timecardLunchEnd = acts('/timecard/lunch/end/:id', transition, {
  summary: 'End the lunch break',
});
export const timecardActive = reads('/timecard/active', own, {
  summary: 'Get your own open timecard, and the server time for the live clock',
  response: z.object({ hasActive: z.boolean(), timecard: timecard.nullable(), serverTime: z.string() }),
  audit: null,
  background: true,
});
export const myTimecards = reads('/timecard/my-timecards', own, {
  summary:
    'List your own timecards, newest first; totalHours covers the hours worked on all dates of the range',
  query: z.strictObject({ ...ownRange, page, pageSize }).refine(orderedRange, RANGE_MESSAGE),
  response: z.object({ data: z.array(listedTimecard), totalCount: z.int(), totalHours: z.int() }),
  audit: null,
  background: true,
});
export const myTimecardsExport = reads('/timecard/my-timecards/export', own, {
  summary: 'Export your own timecards as CSV, timecard-history-{date}.csv',
  query: z.strictObject(ownRange).refine(orderedRange, RANGE_MESSAGE),
  ...csvFile,
  audit: 'Exported',
});
export const timecardGet = reads('/timecard/:id', {
  tag,
  guard: permission('Timecard.View', 'Timecard.ViewReports', 'Timecard.ManageTimecards'),
  healthData: false,
  summary: 'Get one timecard with its corrections; other people’s require ViewReports or ManageTimecards',
  response: timecardDetail,
  audit: null,
});
export const timecardSearch = acts('/timecard/search', {
  tag,
  guard: permission('Timecard.ManageTimecards', 'Timecard.ViewReports'),
  healthData: false,
  summary: 'Search everyone’s timecards, newest first',
  body: timecardSearchBody,
  response: z.object({ data: z.array(listedTimecard), ...listTotals }),
  audit: 'Accessed',
});

export const timecardSearchExport = acts('/timecard/search/export', {
  tag,
  guard: permission('Timecard.ManageTimecards', 'Timecard.ViewReports'),
  healthData: false,
  summary: 'Export everyone’s matching timecards as CSV, newest first',
  body: z.strictObject(searchFilters).refine(orderedRange, RANGE_MESSAGE).refine(fewDays, DAYS_MESSAGE),
  ...csvFile,
  audit: 'Exported',
});

export const timecardAdd = creates('/timecard/admin/timecard', manage, {
  summary: 'Add a missing timecard for an employee, with a reason',
  body: timecardAddBody,
  response: timecardDetail,
  errors: ['CONFLICT'],
});
export const timecardChange = changes('/timecard/admin/timecard/:id', manage, {
  summary: 'Correct a timecard, with a reason; the previous values are kept',
  body: timecardChangeBody,
  response: timecardDetail,
  errors: ['STALE', 'CONFLICT'],
});
export const timecardConfirm = acts('/timecard/admin/timecard/:id/confirm', manage, {
  summary: 'Confirm a correction that the owner of a timecard made; needs another user',
  body: z.strictObject({ version }),
  response: timecardDetail,
  audit: 'Updated',
  errors: ['STALE', 'CONFLICT', 'FORBIDDEN'],
});
export const timecardDelete = removes('/timecard/admin/timecard/:id', manage, {
  summary: 'Delete a timecard, with a reason; the record is kept but excluded from all totals',
  body: z.strictObject({ reason }),
  response: timecardDetail,
  errors: ['FORBIDDEN'],
});
