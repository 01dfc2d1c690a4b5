import type { AnswerOf, QueryOf } from '@portal/contract/endpoint';
import {
  type Schedule,
  schedulePeople,
  scheduleToday,
  type timecardPeople,
} from '@portal/contract/timecard-schedules';
import { dayOfWeek } from '@portal/domain/calendar';
import { clampPage } from '@portal/domain/list';
import { notFound } from '#platform/app-error.ts';
import { hasPermission, type SignedInContext } from '#request/context.ts';
import { todayOf } from './change-schedule.ts';
import { countEmployees, findEmployee, listEmployees } from '../employee-repo.ts';
import { presentEmployee, presentSchedule } from './schedule-view.ts';
import { findShift, listFrom, listWeeks } from './schedule-repo.ts';
import { atWork } from '../at-work.ts';

/** Lists active employees by name, for pickers. */
export async function getPeople(
  context: SignedInContext,
  query: QueryOf<typeof timecardPeople>,
): Promise<AnswerOf<typeof timecardPeople>> {
  const { db } = context.deps;
  const search = searchOf(query.search);
  const totalCount = await countEmployees(db, search);
  const rows = await listEmployees(db, search, clampPage({ ...query, totalCount }));
  return { data: rows.map((row) => presentEmployee(row)), totalCount };
}

/** Lists active employees by name with their schedules on a date. */
export const getSchedulePeople = atWork(schedulePeople, async (context, { query }) => {
  const { data, totalCount } = await getPeople(context, query);
  const shifts = await listWeeks(
    context.deps.db,
    data.map(({ userId }) => userId),
    query.date ?? todayOf(context),
  );
  return {
    data: data.map((person) => ({
      ...person,
      schedules: shifts
        .filter((shift) => shift.user_id === person.userId)
        .map((shift) => presentSchedule(shift)),
    })),
    totalCount,
  };
});

/** Gets the caller's own shift today. */
export const getToday = atWork(scheduleToday, async (context) => {
  const date = todayOf(context);
  const row = await findShift(context.deps.db, context.user.id, date, dayOfWeek(date));
  const schedule = row === undefined ? null : presentSchedule(row);
  return { date, hasSchedule: schedule !== null, schedule };
});

/**
 * Lists an employee's current and future shifts, and ended ones if asked for. Throws NOT_FOUND for other users' schedules without
 * Timecard.ManageSchedules.
 */
export async function getSchedule(
  context: SignedInContext,
  userId: string,
  includeEnded = false,
): Promise<Schedule[]> {
  const { db } = context.deps;
  if (userId !== context.user.id) {
    if (!hasPermission(context, 'Timecard.ManageSchedules')) throw notFound();
    if ((await findEmployee(db, userId)) === undefined) throw notFound();
  }
  const since = includeEnded ? null : todayOf(context);
  return (await listFrom(db, userId, since)).map((row) => presentSchedule(row));
}

/** Replaces NUL, which PostgreSQL text cannot contain, with a space. */
const searchOf = (text: string | undefined) => text?.replaceAll('\0', ' ') ?? '';
